import { createRandom } from './random.ts';

const take = (seed: number, count: number) => {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => random());
};

test('the same seed gives the same numbers, another seed different ones', () => {
  expect(take(7, 50)).toEqual(take(7, 50));
  expect(take(7, 50)).not.toEqual(take(8, 50));
});

test('numbers stay in [0, 1) and fill ten bins evenly within 4%', () => {
  const numbers = take(1, 100_000);
  expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
  const bins = new Array<number>(10).fill(0);
  for (const number of numbers) bins[Math.floor(number * 10)]! += 1;
  for (const bin of bins) expect(Math.abs(bin - 10_000)).toBeLessThan(400);
});
