import { mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { WORKSPACE } from './site.ts';

/**
 * A video whose pictures say when and where: brightness is the frame's number modulo 24, the two colour channels are the
 * distance from the left and from the top. Whatever a page cuts out of it can be read back.
 */
export const VIDEO = { width: 320, height: 240, fps: 30, codes: 24 } as const;

/** Chromium shows the first frame twice when the file begins again, so it is longer than most captures. */
const ROUNDS = 10;

const LUMA_FIRST = 92;
const LUMA_STEP = 3;
const CHROMA_FIRST = 88;
const CHROMA_SPAN = 80;

/** Writes the video as y4m, which Chromium plays in a loop as its camera. */
export async function writeCodedVideo(): Promise<string> {
  const { width, height, fps, codes } = VIDEO;
  const [halfWidth, halfHeight] = [width / 2, height / 2];
  const across = Buffer.alloc(halfWidth * halfHeight);
  const down = Buffer.alloc(halfWidth * halfHeight);
  for (let y = 0; y < halfHeight; y += 1) {
    for (let x = 0; x < halfWidth; x += 1) {
      across[y * halfWidth + x] = Math.round(CHROMA_FIRST + (CHROMA_SPAN * (x + 0.5)) / halfWidth);
      down[y * halfWidth + x] = Math.round(CHROMA_FIRST + (CHROMA_SPAN * (y + 0.5)) / halfHeight);
    }
  }
  const parts = [Buffer.from(`YUV4MPEG2 W${width} H${height} F${fps}:1 Ip A1:1 C420\n`)];
  for (let frame = 0; frame < codes * ROUNDS; frame += 1) {
    const luma = Buffer.alloc(width * height, LUMA_FIRST + (frame % codes) * LUMA_STEP);
    parts.push(Buffer.from('FRAME\n'), luma, across, down);
  }
  const folder = resolve(WORKSPACE, 'tmp/e2e-video');
  await mkdir(folder, { recursive: true });
  const path = resolve(folder, `coded-${process.pid}.y4m`);
  await writeFile(path, Buffer.concat(parts));
  return path;
}

export interface Colour {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

interface Reading {
  /** Frame number modulo 24, with its fraction as a measure of doubt. */
  readonly code: number;
  /** Place in the camera's picture, 0 to 1 from the left and from the top. */
  readonly x: number;
  readonly y: number;
}

/** Reads a mean colour back into when and where: the inverse of BT.601 with video range. */
export function readColour({ r, g, b }: Colour): Reading {
  const luma = 16 + 0.256788 * r + 0.504129 * g + 0.097906 * b;
  const blue = 128 - 0.148223 * r - 0.290993 * g + 0.439216 * b;
  const red = 128 + 0.439216 * r - 0.367788 * g - 0.071427 * b;
  return {
    code: (luma - LUMA_FIRST) / LUMA_STEP,
    x: (blue - CHROMA_FIRST) / CHROMA_SPAN,
    y: (red - CHROMA_FIRST) / CHROMA_SPAN,
  };
}
