import { createRandom } from '@site/sim';
import { rollout, rollouts } from '../test-support/telemetry/canary-rollout.ts';
import { errorRate, mustWithdraw, type JudgedTotals } from './canary-judge.ts';
import { LOAD_TIMES } from './load-times.ts';

/** Rollouts per simulation. */
const CANARIES = 100;

test('a release that always fails is withdrawn after five failed views, two of which may be invented', () => {
  expect(rollout(createRandom(1), { rate: 1, views: 100 })).toBe(5);
});

test('a release that fails every other time is always withdrawn, after at most 60 views', () => {
  const { withdrawn, most } = rollouts(CANARIES, 2, { rate: 0.5, views: 500 });
  expect(withdrawn).toBe(1);
  expect(most).toBeLessThanOrEqual(60);
});

test('two failures are never enough', () => {
  const failing: JudgedTotals = { views: 2, failures: 2, judged: 2 };
  expect([errorRate(failing), mustWithdraw(failing, { views: 0, failures: 0, judged: 0 }, 0)]).toEqual([1, false]);
});

test('load-time classes have bounds 41% apart', () => {
  expect([0, 16, 17, 23, 32, 33, 1_000, 1e9].map((ms) => LOAD_TIMES.of(ms))).toEqual([0, 0, 1, 2, 2, 3, 12, 31]);
  expect(LOAD_TIMES.boundOf(LOAD_TIMES.of(1_000)) / 1_000).toBeLessThan(1.42);
});

test('the quantiles of 10,000 random load times are within one class width of the true ones', () => {
  const random = createRandom(5);
  const times = Array.from({ length: 10_000 }, () => 100 + 3_000 * random() ** 3);
  const views = new Map<number, number>();
  for (const ms of times) views.set(LOAD_TIMES.of(ms), (views.get(LOAD_TIMES.of(ms)) ?? 0) + 1);
  const sorted = times.toSorted((a, b) => a - b);
  for (const part of [0.5, 0.75, 0.95]) {
    const ratio = (LOAD_TIMES.quantile(views, part) ?? 0) / (sorted[Math.floor(part * sorted.length)] ?? 0);
    expect(Math.abs(Math.log2(ratio))).toBeLessThan(0.25);
  }
  expect(LOAD_TIMES.quantile(new Map(), 0.5)).toBeNull();
});

test('all quantiles of a single view are equal, and two views give at most two values', () => {
  const quantiles = (views: ReadonlyMap<number, number>) =>
    [0.5, 0.75, 0.95].map((part) => Math.round(LOAD_TIMES.quantile(views, part) ?? Number.NaN));
  expect(quantiles(new Map([[LOAD_TIMES.of(300), 1]]))).toEqual([309, 309, 309]);
  const [median, ...rest] = quantiles(new Map([[LOAD_TIMES.of(300), 2]]));
  expect([median, ...rest]).toEqual([283, 336, 336]);
});
