import { createRandom } from '@site/sim';
import { errorRate, mustWithdraw, type ViewTotals } from './canary-judge.ts';
import { boundOf, loadClassOf, quantileOf } from './load-times.ts';

/** A rollout to 5 % of 1,000 visits; returns the number of failed views that the canary caused, and whether it was withdrawn. */
function rollout(canaryRate: number, stableRate: number, random: () => number, share = 0.05, visits = 1_000) {
  const totals = { canary: { views: 0, failures: 0 }, stable: { views: 0, failures: 0 } };
  for (let visit = 0; visit < visits; visit += 1) {
    const seen = random() < share ? totals.canary : totals.stable;
    seen.views += 1;
    if (random() < (seen === totals.canary ? canaryRate : stableRate)) seen.failures += 1;
    if (mustWithdraw(totals.canary, totals.stable, 0.02)) return { bad: totals.canary.failures, isWithdrawn: true };
  }
  return { bad: totals.canary.failures, isWithdrawn: false };
}

test('a release that always fails is withdrawn after three failed views in 1,000 visits at 5 %', () => {
  expect(rollout(1, 0.005, createRandom(1))).toEqual({ bad: 3, isWithdrawn: true });
});

test('a release that fails every other time is withdrawn in each of 100 rollouts, after at most 25 failed views', () => {
  const random = createRandom(2);
  const runs = Array.from({ length: 100 }, () => rollout(0.5, 0.005, random));
  expect(runs.filter(({ isWithdrawn }) => !isWithdrawn)).toEqual([]);
  expect(Math.max(...runs.map(({ bad }) => bad))).toBeLessThanOrEqual(25);
});

// Over 20,000 rollouts at each share the rate is 0.09 % at 5 %, 0 at 50 % and 0.1 % where everyone has the canary.
test('a canary that fails as rarely as the stable one, one view in 200, is withdrawn by bad luck in at most 2 of 300 rollouts', () => {
  const random = createRandom(3);
  for (const share of [0.05, 0.5, 1]) {
    const runs = Array.from({ length: 300 }, () => rollout(0.005, 0.005, random, share));
    expect(runs.filter(({ isWithdrawn }) => isWithdrawn).length).toBeLessThanOrEqual(2);
  }
});

test('if the stable release fails as often, in 30 % of the views, hardly any canary is blamed for it', () => {
  const random = createRandom(4);
  const runs = Array.from({ length: 100 }, () => rollout(0.3, 0.3, random, 0.5));
  expect(runs.filter(({ isWithdrawn }) => isWithdrawn).length).toBeLessThanOrEqual(5);
});

test('two failures are never enough', () => {
  const failing: ViewTotals = { views: 2, failures: 2 };
  expect([errorRate(failing), mustWithdraw(failing, { views: 0, failures: 0 }, 0)]).toEqual([1, false]);
});

test('load-time classes have bounds 41 % apart', () => {
  expect([0, 16, 17, 23, 32, 33, 1_000, 1e9].map(loadClassOf)).toEqual([0, 0, 1, 2, 2, 3, 12, 31]);
  expect(boundOf(loadClassOf(1_000)) / 1_000).toBeLessThan(1.42);
});

test('the quantiles of 10,000 random load times are within one class width of the true ones', () => {
  const random = createRandom(5);
  const times = Array.from({ length: 10_000 }, () => 100 + 3_000 * random() ** 3);
  const views = new Map<number, number>();
  for (const ms of times) views.set(loadClassOf(ms), (views.get(loadClassOf(ms)) ?? 0) + 1);
  const sorted = times.toSorted((a, b) => a - b);
  for (const part of [0.5, 0.75, 0.95]) {
    const ratio = (quantileOf(views, part) ?? 0) / (sorted[Math.floor(part * sorted.length)] ?? 0);
    expect(Math.abs(Math.log2(ratio))).toBeLessThan(0.25);
  }
  expect(quantileOf(new Map(), 0.5)).toBeNull();
});

test('all quantiles of a single view are equal, and two views give at most two values', () => {
  const quantiles = (views: ReadonlyMap<number, number>) => [0.5, 0.75, 0.95].map((part) => quantileOf(views, part));
  expect(quantiles(new Map([[loadClassOf(300), 1]]))).toEqual([309, 309, 309]);
  const [median, ...rest] = quantiles(new Map([[loadClassOf(300), 2]]));
  expect([median, ...rest]).toEqual([283, 336, 336]);
});
