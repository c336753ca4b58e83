import { isMassRemoval } from './mass-removal.ts';

test.each([
  [1, 1],
  [1, 2],
  [1, 15],
  [2, 20],
  [5, 50],
  [10, 100],
  [500, 5_000],
])('%i of %i pictures may be removed at once, and not one more', (pictures, of) => {
  expect([isMassRemoval(pictures, of, 1), isMassRemoval(pictures + 1, of, 1)]).toEqual([false, true]);
});

test('a few may be removed whatever their share, if the caller allows it', () => {
  expect([isMassRemoval(5, 6, 5), isMassRemoval(6, 7, 5)]).toEqual([false, true]);
});
