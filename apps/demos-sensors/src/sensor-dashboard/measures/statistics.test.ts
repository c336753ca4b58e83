import { achievedRate, meansOf, rateOf, summarize } from './statistics.ts';
import { createTrace } from './trace.ts';

function traceOf(values: readonly (number | null)[], millisecondsApart = 10) {
  const trace = createTrace(1, 10_000);
  values.forEach((value, index) => trace.push(index * millisecondsApart, [value]));
  return trace;
}

test('min, max, mean and sigma of a known series', () => {
  expect(summarize(traceOf([2, 4, 4, 4, 5, 5, 7, 9]), 0, 0)).toEqual({ min: 2, max: 9, mean: 5, sigma: 2 });
});

test('the sigma of a sine is its amplitude over the square root of two, even with a large offset', () => {
  const sine = Array.from({ length: 6000 }, (_, index) => 1e6 + 3 * Math.sin((2 * Math.PI * index) / 600));
  expect(summarize(traceOf(sine), 0, 0)?.sigma).toBeCloseTo(3 / Math.SQRT2, 6);
});

test('only the window counts, and missing values are skipped', () => {
  expect(summarize(traceOf([100, 100, null, 1, 3]), 0, 20)).toEqual({ min: 1, max: 3, mean: 2, sigma: 1 });
  expect(summarize(traceOf([null, null]), 0, 0)).toBeUndefined();
});

test('the rate is measured between the first and the last sample; a single sample has none', () => {
  expect(achievedRate(traceOf(Array<number>(61).fill(0), 1000 / 60), 0)).toBeCloseTo(60, 6);
  expect(rateOf(1, 5, 5)).toBeUndefined();
  expect(rateOf(2, 5, 5)).toBeUndefined();
  expect(achievedRate(traceOf([]), 0)).toBeUndefined();
});

test('means of an empty window are zero: zeroing then changes nothing', () => {
  expect(meansOf(traceOf([4, 6]), 0)).toEqual([5]);
  expect(meansOf(traceOf([4, 6]), 1000)).toEqual([0]);
});
