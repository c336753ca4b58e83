import { viewOf } from './balls.view.ts';

test('333 balls are shown at full size', () => {
  expect(viewOf(1440, 900, 333)).toEqual({ scale: 1, width: 1440, height: 900 });
  expect(viewOf(390, 844, 333).scale).toBe(1);
});

test('more balls get a proportionally larger box, seen from farther away', () => {
  const { width, height, scale } = viewOf(1440, 900, 33_300);
  expect((width * height) / 33_300).toBeCloseTo((1440 * 900) / 333, 6);
  expect(width * scale).toBeCloseTo(1440, 6);
});

test('a tiny window zooms out instead of squeezing the box', () => {
  const { width, height } = viewOf(200, 200, 333);
  expect(width * height).toBeGreaterThan(333 * 15 * 15 * 1.5);
});
