import { GAP, rowsInWindow, shapeOf } from './grid-window.ts';

test.each([
  [358, 2],
  [772, 3],
  [1200, 6],
])('%i pixels hold %i pictures side by side, and nothing is left over', (width, columns) => {
  const shape = shapeOf(100, width);
  expect(shape.columns).toBe(columns);
  expect(shape.columns * shape.side + (shape.columns - 1) * GAP).toBeCloseTo(width, 6);
  expect(shape.rows).toBe(Math.ceil(100 / columns));
});

test('an empty gallery takes no space', () => {
  expect(shapeOf(0, 800)).toMatchObject({ rows: 0, height: 0 });
});

test('only a few rows of ten thousand pictures are rendered, at any scroll position', () => {
  const shape = shapeOf(10_000, 1200);
  for (let top = 0; top > -shape.height; top -= 997) {
    const { first, end } = rowsInWindow(shape, top, 900);
    expect(end - first).toBeLessThanOrEqual(11);
    // They include the visible rows.
    const row = shape.side + GAP;
    expect(first * row).toBeLessThanOrEqual(-top);
    expect(Math.min(shape.height, end * row)).toBeGreaterThanOrEqual(Math.min(shape.height, 900 - top));
  }
});

test('a grid below or above the window renders only the nearest rows', () => {
  const shape = shapeOf(60, 1200);
  expect(rowsInWindow(shape, 5000, 900)).toEqual({ first: 0, end: 0 });
  expect(rowsInWindow(shape, -50_000, 900)).toEqual({ first: shape.rows, end: shape.rows });
});
