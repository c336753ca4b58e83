import type { Painter, Moment, Tile } from './painter.ts';
import { createPng, pause } from './png.ts';

export const MAX_SAVED_SIDE = 3840;
/** Largest tile: reading it back takes less than a frame. */
const PIECE = 640;
/** Lighting reads neighboring pixels, so tiles are drawn with this margin to leave no seams. */
const MARGIN = 4;

/** Size of the saved file: the window's aspect ratio, at its own resolution or with a longest side of 4K. */
export function savedSize(width: number, height: number, ratio: number, isLarge: boolean): readonly [number, number] {
  const longest = Math.max(width, height);
  const scale = isLarge ? MAX_SAVED_SIDE / longest : Math.min(ratio, MAX_SAVED_SIDE / longest);
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
}

export interface Piece {
  /** Position in the file, in pixels. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The tiles of a picture, row by row; together they cover each pixel once. */
export function piecesOf(width: number, height: number): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let y = 0; y < height; y += PIECE) {
    for (let x = 0; x < width; x += PIECE) {
      pieces.push({ x, y, width: Math.min(PIECE, width - x), height: Math.min(PIECE, height - y) });
    }
  }
  return pieces;
}

/** The part of the picture that a tile shows, including its margin. */
export function tileOf(piece: Piece, width: number, height: number): Tile {
  return [
    (piece.x - MARGIN) / width,
    (piece.y - MARGIN) / height,
    (piece.width + 2 * MARGIN) / width,
    (piece.height + 2 * MARGIN) / height,
  ];
}

/** The current picture as a PNG, rendered tile by tile at the size of the file; frames continue in between. */
export async function savePicture(painter: Painter, moment: Moment, width: number, height: number): Promise<Blob> {
  const png = createPng(width, height);
  const pieces = piecesOf(width, height);
  for (const { y, height: high } of pieces.filter(({ x }) => x === 0)) {
    const band = new Uint8ClampedArray(4 * width * high);
    for (const piece of pieces.filter((one) => one.y === y)) {
      const across = piece.width + 2 * MARGIN;
      const pixels = await painter.read(moment, tileOf(piece, width, height), across, high + 2 * MARGIN);
      // Reading and encoding a tile take a dozen ms each on a slow machine, so a frame may run in between.
      await pause();
      for (let row = 0; row < high; row += 1) {
        const from = 4 * ((row + MARGIN) * across + MARGIN);
        band.set(pixels.subarray(from, from + 4 * piece.width), 4 * (row * width + piece.x));
      }
      await pause();
    }
    await png.add(band);
  }
  return png.done();
}

/** The content of a canvas as a PNG. */
export async function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  const { width, height } = canvas;
  // From a copy, because reading back a canvas makes later drawing slow.
  const copy = Object.assign(document.createElement('canvas'), { width, height });
  const context = copy.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) throw new Error('this browser has no 2D canvas');
  context.drawImage(canvas, 0, 0);
  await pause();
  const png = createPng(width, height);
  await png.add(context.getImageData(0, 0, width, height).data);
  return png.done();
}
