import { isMassRemoval } from './mass-removal.ts';

test.each([
  [1, 1],
  [1, 2],
  [1, 3],
  [2, 5],
  [5, 15],
  [5, 50],
  [10, 100],
  [500, 5_000],
])('%i of %i pictures may go at once, and not one more', (pictures, of) => {
  expect([isMassRemoval(pictures, of), isMassRemoval(pictures + 1, of)]).toEqual([false, true]);
});

test('no gallery of two or more pictures goes as a whole', () => {
  for (let pictures = 2; pictures < 1_000; pictures += 1)
    expect([pictures, isMassRemoval(pictures, pictures)]).toEqual([pictures, true]);
});
