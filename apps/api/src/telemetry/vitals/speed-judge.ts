import { MAX_MEASURED } from '../report-admission.ts';
import type { ValueClasses } from '../../value-classes.ts';

/** Visits by the class of their value. */
type Histogram = ReadonlyMap<number, number>;
/** A histogram for each group of visits that are comparable: in the same hour, of the same page, on the same kind of device. */
export type Groups = ReadonlyMap<string, Histogram>;

/** Below this, a few slow visitors decide. */
const MIN_VISITS = 60;
/** A canary must be slower by this many standard errors of the rank test. Trials are judged again and again, so it takes many. */
const SURE = 3.3;
/** Reports of each release that may be invented in a day: two networks, each with the maximum number of reports. */
const INVENTED = 2 * MAX_MEASURED;
/** Nobody would notice a smaller difference: a canary's 75th percentile must exceed the stable release's by this factor. */
const MIN_FACTOR = 1.1;
const PART = 0.75;

export interface SpeedComparison {
  /** Visits to the canary that could be compared. */
  readonly visits: number;
  /** Standard errors by which the canary's visits rank slower than those of the stable release. */
  readonly zScore: number;
  /** 75th percentiles, 0 without visits; the stable release's is weighted to match the canary's mix of pages and devices. */
  readonly canary: number;
  readonly stable: number;
}

const sizeOf = (histogram: Histogram): number => [...histogram.values()].reduce((sum, views) => sum + views, 0);

/** The Mann-Whitney statistic minus its expectation for equal releases, and its variance with ties. */
function ranks(canary: Histogram, stable: Histogram, [n, m]: readonly [number, number]) {
  const all = n + m;
  let [above, below, ties] = [0, 0, 0];
  for (const at of [...new Set([...canary.keys(), ...stable.keys()])].toSorted((a, b) => a - b)) {
    const [own, other] = [canary.get(at) ?? 0, stable.get(at) ?? 0];
    above += own * (below + other / 2);
    below += other;
    ties += (own + other) ** 3 - (own + other);
  }
  return { excess: above - (n * m) / 2, variance: ((n * m) / 12) * (all + 1 - ties / (all * (all - 1))) };
}

/**
 * Compares the visits to a canary with those to the stable release in the same hours: the rank-sum test by van Elteren (1960),
 * within each hour, page and kind of device, so that a canary does not look slow because its visitors came at a busy hour or
 * opened heavier pages. Ranks hardly change with a few invented values, however extreme.
 * @param days that the trial has lasted, rounded up
 */
export function compareSpeed(classes: ValueClasses, canary: Groups, stable: Groups, days: number): SpeedComparison {
  const mixed = { canary: new Map<number, number>(), stable: new Map<number, number>() };
  let [visits, excess, variance] = [0, 0, 0];
  /** Each release's largest share of any group. */
  const share = { canary: 0, stable: 0 };
  for (const [name, tried] of canary) {
    const others = stable.get(name) ?? new Map<number, number>();
    const [n, m] = [sizeOf(tried), sizeOf(others)];
    if (n === 0 || m === 0) continue;
    visits += n;
    const group = ranks(tried, others, [n, m]);
    excess += group.excess / (n + m + 1);
    variance += group.variance / (n + m + 1) ** 2;
    share.canary = Math.max(share.canary, n / (n + m + 1));
    share.stable = Math.max(share.stable, m / (n + m + 1));
    for (const [at, views] of tried) mixed.canary.set(at, (mixed.canary.get(at) ?? 0) + views);
    for (const [at, views] of others) mixed.stable.set(at, (mixed.stable.get(at) ?? 0) + (views * n) / m);
  }
  // An invented canary visit, slower than all others, adds more than an honest one by half the stable release's share.
  const invented = ((INVENTED * days) / 2) * (share.canary + share.stable);
  return {
    visits,
    zScore: variance > 0 ? (excess - invented) / Math.sqrt(variance) : 0,
    canary: classes.quantile(mixed.canary, PART) ?? 0,
    stable: classes.quantile(mixed.stable, PART) ?? 0,
  };
}

/** Returns true if a canary is certainly slower, and by enough for visitors to notice. */
export const isSlower = ({ visits, zScore, canary, stable }: SpeedComparison): boolean =>
  visits >= MIN_VISITS && zScore >= SURE && canary >= stable * MIN_FACTOR;
