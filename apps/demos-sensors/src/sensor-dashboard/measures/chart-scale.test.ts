import { createAutoScale, fit, niceStep, ticksOf } from './chart-scale.ts';

test.each([
  [0.3, 0.5],
  [1, 1],
  [1.1, 2],
  [2.2, 2.5],
  [6, 10],
  [40, 50],
])('the step for %s is %s', (min, step) => {
  expect(niceStep(min)).toBeCloseTo(step, 9);
});

test('a range contains its data, and flat data get the minimum span', () => {
  for (const [min, max] of [
    [-3, 3],
    [9.5, 10.1],
    [-0.01, 720],
    [5, 5],
  ] as const) {
    const { low, high } = fit(min, max, 2);
    expect(low).toBeLessThanOrEqual(min);
    expect(high).toBeGreaterThanOrEqual(max);
    expect(high - low).toBeGreaterThanOrEqual(2);
  }
});

test('the scale grows at once and shrinks only after two seconds of small data', () => {
  const scale = createAutoScale(2);
  const small = scale.follow(-1, 1, 0);
  const large = scale.follow(-10, 10, 16);
  expect(large.low).toBeLessThanOrEqual(-10);
  expect(scale.follow(-1, 1, 100)).toEqual(large);
  expect(scale.follow(-1, 1, 2099)).toEqual(large);
  expect(scale.follow(-1, 1, 2100)).toEqual(small);
});

test('a shake within the two seconds restarts the wait', () => {
  const scale = createAutoScale(2);
  const large = scale.follow(-10, 10, 0);
  scale.follow(-1, 1, 100);
  scale.follow(-9, 9, 1500);
  expect(scale.follow(-1, 1, 2200)).toEqual(large);
});

test('the range does not extend below the floor', () => {
  const scale = createAutoScale(10, 0);
  expect(scale.follow(0, 0, 0)).toEqual({ low: 0, high: 5 });
  expect(scale.follow(0, 55, 16)).toEqual({ low: 0, high: 60 });
});

test('three to six round numbers label a range', () => {
  expect(ticksOf({ low: -10, high: 10 })).toEqual([-10, -5, 0, 5, 10]);
  expect(ticksOf({ low: 0, high: 100 })).toEqual([0, 20, 40, 60, 80, 100]);
});
