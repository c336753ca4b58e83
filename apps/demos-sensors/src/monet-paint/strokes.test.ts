import { createRandom } from '@site/sim';
import { BRISTLE_SIZE, bristleBytes, createStrokes, MAX_STROKES, STROKE_FLOATS, strokeFloats } from './strokes.ts';

test('broad strokes are painted before fine ones, and the same seed gives the same strokes', () => {
  const strokes = createStrokes(1000, createRandom(1));
  expect(strokes).toHaveLength(1000);
  const mean = (from: number, to: number) => strokes.slice(from, to).reduce((sum, { width }) => sum + width, 0) / (to - from);
  expect(mean(0, 140)).toBeGreaterThan(1.5 * mean(140, 500));
  expect(mean(140, 500)).toBeGreaterThan(1.5 * mean(500, 1000));
  expect(createStrokes(1000, createRandom(1))).toEqual(strokes);
});

test('for any number of strokes, each sixteenth of the picture gets its share', () => {
  for (const count of [500, 1800, MAX_STROKES]) {
    const cells = new Array<number>(16).fill(0);
    for (const { x, y } of createStrokes(count, createRandom(1))) cells[Math.floor(x * 4) + 4 * Math.floor(y * 4)]! += 1;
    expect(Math.min(...cells)).toBeGreaterThan((0.8 * count) / 16);
    expect(Math.max(...cells)).toBeLessThan((1.2 * count) / 16);
  }
});

test('fewer strokes are larger, so that they still cover the picture', () => {
  const cover = (count: number) =>
    createStrokes(count, createRandom(1)).reduce((sum, { length, width }) => sum + length * width, 0);
  expect(cover(500)).toBeGreaterThan(0.8);
  expect(cover(MAX_STROKES)).toBeGreaterThan(2);
});

test('each stroke is eight floats for the GPU', () => {
  const [stroke] = createStrokes(1, createRandom(1));
  const { x, y, length, width, phase, tint, lean, bend } = stroke!;
  expect(STROKE_FLOATS).toBe(8);
  expect([...strokeFloats([stroke!])]).toEqual([...Float32Array.of(x, y, length, width, phase, tint, lean, bend)]);
});

test('bristles run along x: neighbors in a row are alike, neighbors in a column are not', () => {
  const bytes = bristleBytes(createRandom(1));
  let along = 0;
  let across = 0;
  for (let i = 0; i < BRISTLE_SIZE * (BRISTLE_SIZE - 1); i += 1) {
    if ((i + 1) % BRISTLE_SIZE !== 0) along += Math.abs(bytes[i]! - bytes[i + 1]!);
    across += Math.abs(bytes[i]! - bytes[i + BRISTLE_SIZE]!);
  }
  expect(across).toBeGreaterThan(5 * along);
});
