import { grid, gridOfPhotos, honeycomb, octagonsAndSquares, type Layout } from '../../engine/layouts.ts';
import type { LoopPlan, Pixels } from './loop.model.ts';

const CAMERAS = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
  { width: 1000, height: 1250 },
];
/** Every layout of the six pages, with its number of photos. */
export const EVERY_LAYOUT: readonly (readonly [string, Layout, number])[] = [
  ['4 by 5', grid(4, 5, { width: 800, height: 1000 }), 20],
  ['squares', grid(10, 10, { width: 1000, height: 1000 }), 100],
  ['honeycomb', honeycomb(), 100],
  ['octagons', octagonsAndSquares(), 64],
  ['octagons and gaps', octagonsAndSquares(), 113],
  ...CAMERAS.flatMap((camera) => [
    [`12 of ${camera.width}`, gridOfPhotos(4, 3, 240, camera), 12] as const,
    [`80 of ${camera.width}`, gridOfPhotos(10, 8, 120, camera), 80] as const,
  ]),
];

/** A picture whose pixels get their colors from a function. */
export function aPicture({ width, height }: LoopPlan, colorAt: (x: number, y: number) => readonly number[]): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) data.set([...colorAt(x, y), 255], (y * width + x) * 4);
  return { width, height, data };
}
