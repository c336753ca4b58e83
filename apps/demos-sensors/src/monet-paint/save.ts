import type { Painter, Moment, Tile } from './painter.ts';

export const MOST_SAVED_SIDE = 3840;
/** Largest piece drawn at once: reading one stays below a frame. */
const PIECE = 640;
/** The light asks each pixel's neighbours; a piece is drawn this much larger, so that pieces leave no seam. */
const MARGIN = 4;

/** Size of the saved file: the window's shape, at its own pixels or with a longest side of 4K. */
export function savedSize(width: number, height: number, ratio: number, isLarge: boolean): readonly [number, number] {
  const longest = Math.max(width, height);
  const scale = isLarge ? MOST_SAVED_SIDE / longest : Math.min(ratio, MOST_SAVED_SIDE / longest);
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

const pause = () => new Promise((resolve) => setTimeout(resolve, 0));

/** The picture as it stands as a PNG, drawn anew at its own size piece by piece; frames go on between the pieces. */
export async function savePicture(painter: Painter, moment: Moment, width: number, height: number): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('this browser gives no 2D canvas');
  for (const piece of piecesOf(width, height)) {
    const [across, down] = [piece.width + 2 * MARGIN, piece.height + 2 * MARGIN];
    const pixels = await painter.read(moment, tileOf(piece, width, height), across, down);
    // Fetching a piece and laying it down are a dozen ms each on a slow machine: a frame may go between them as well.
    await pause();
    const image = new ImageData(pixels, across, down);
    context.putImageData(image, piece.x - MARGIN, piece.y - MARGIN, MARGIN, MARGIN, piece.width, piece.height);
    await pause();
  }
  return pngOf(canvas);
}

export function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser made no PNG'))), 'image/png');
  });
}
