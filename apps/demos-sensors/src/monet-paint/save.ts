import type { Painter, Moment, Tile } from './painter.ts';
import { createPng, pause } from './png.ts';

export const MAX_SAVED_SIDE = 3840;
/** Largest piece drawn at once: reading one stays below a frame. */
const PIECE = 640;
/** The light asks each pixel's neighbors; a piece is drawn this much larger, so that pieces leave no seam. */
const MARGIN = 4;

/** Size of the saved file: the window's shape, at its own pixels or with a longest side of 4K. */
export function savedSize(width: number, height: number, ratio: number, isLarge: boolean): readonly [number, number] {
  const longest = Math.max(width, height);
  const scale = isLarge ? MAX_SAVED_SIDE / longest : Math.min(ratio, MAX_SAVED_SIDE / longest);
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
}

export interface Piece {
  /** Where it goes in the file, in pixels. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The pieces of a picture, row by row; together they cover each pixel once. */
export function piecesOf(width: number, height: number): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let y = 0; y < height; y += PIECE) {
    for (let x = 0; x < width; x += PIECE) {
      pieces.push({ x, y, width: Math.min(PIECE, width - x), height: Math.min(PIECE, height - y) });
    }
  }
  return pieces;
}

/** The part of the picture that a piece with its margin shows. */
export function tileOf(piece: Piece, width: number, height: number): Tile {
  return [
    (piece.x - MARGIN) / width,
    (piece.y - MARGIN) / height,
    (piece.width + 2 * MARGIN) / width,
    (piece.height + 2 * MARGIN) / height,
  ];
}

/** The picture as it stands as a PNG, drawn anew at its own size piece by piece; frames go on between the pieces. */
export async function savePicture(painter: Painter, moment: Moment, width: number, height: number): Promise<Blob> {
  const png = createPng(width, height);
  const pieces = piecesOf(width, height);
  for (const { y, height: high } of pieces.filter(({ x }) => x === 0)) {
    const band = new Uint8ClampedArray(4 * width * high);
    for (const piece of pieces.filter((one) => one.y === y)) {
      const across = piece.width + 2 * MARGIN;
      const pixels = await painter.read(moment, tileOf(piece, width, height), across, high + 2 * MARGIN);
      // Fetching a piece and laying it down are a dozen ms each on a slow machine: a frame may go between them as well.
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

/** What stands on a canvas, as a PNG. */
export async function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  const { width, height } = canvas;
  // From a copy: a canvas that is read becomes slow to paint on.
  const copy = Object.assign(document.createElement('canvas'), { width, height });
  const context = copy.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) throw new Error('this browser gives no 2D canvas');
  context.drawImage(canvas, 0, 0);
  await pause();
  const png = createPng(width, height);
  await png.add(context.getImageData(0, 0, width, height).data);
  return png.done();
}
