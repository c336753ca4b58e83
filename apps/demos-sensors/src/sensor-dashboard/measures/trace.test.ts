import { createTrace } from './trace.ts';

const times = (trace: ReturnType<typeof createTrace>) => Array.from({ length: trace.length }, (_, index) => trace.time(index));

test('a full ring drops its oldest sample and keeps the order', () => {
  const trace = createTrace(1, 3);
  for (const time of [1, 2, 3, 4, 5]) trace.push(time, [time * 10]);
  expect(times(trace)).toEqual([3, 4, 5]);
  expect([0, 1, 2].map((index) => trace.value(index, 0))).toEqual([30, 40, 50]);
});

test('a missing value is NaN, not zero', () => {
  const trace = createTrace(2, 3);
  trace.push(1, [null, 7]);
  expect(trace.value(0, 0)).toBeNaN();
  expect(trace.value(0, 1)).toBe(7);
});

test('the first sample at or after a time is found, even where the ring buffer wraps around', () => {
  const trace = createTrace(1, 4);
  for (const time of [10, 20, 30, 40, 50, 60]) trace.push(time, [0]);
  expect([0, 30, 31, 60, 61].map((time) => trace.indexAt(time))).toEqual([0, 0, 1, 3, 4]);
});

test('samples can be added after a clear', () => {
  const trace = createTrace(1, 3);
  for (const time of [1, 2, 3, 4]) trace.push(time, [time]);
  trace.clear();
  expect(trace.length).toBe(0);
  trace.push(9, [5]);
  expect([trace.length, trace.time(0), trace.value(0, 0)]).toEqual([1, 9, 5]);
});

test('a copy does not change when the trace does', () => {
  const trace = createTrace(1, 3);
  trace.push(1, [1]);
  const copy = trace.copy();
  trace.push(2, [2]);
  expect(times(copy)).toEqual([1]);
});
