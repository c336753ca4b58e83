/** The page views of one release. */
export interface ViewTotals {
  readonly views: number;
  /** Views in which another release took over, the error card was shown, or an error was not caught. */
  readonly failures: number;
}

/** Totals by which a canary is judged. */
export interface JudgedTotals extends ViewTotals {
  /** Failures that count: one for each network, without those that a few networks may have invented. */
  readonly judged: number;
}

/** Fewer failures prove nothing, however few views there are. */
const MIN_FAILURES = 3;
/** A canary's failure rate must exceed the allowed rate by this many standard errors. */
const LIMIT_MARGIN = 1;
/** It must exceed the stable release's rate by this many standard errors, which rules out bad luck. */
const SURE = 3.3;
/** The stable release's true rate may exceed the observed one by this many standard errors. */
const LIKELY = 1.64;

export const errorRate = ({ views, failures }: ViewTotals): number => (views === 0 ? 0 : Math.min(1, failures / views));

/** "12.3%": the same in every place where the owner reads a rate. */
export const rateText = (rate: number): string => `${(rate * 100).toFixed(1)}%`;

/** Bound of the Wilson score interval for the true rate of failures at this many standard errors; it also holds for few views. */
export function rateAt(totals: ViewTotals, standardErrors: number): number {
  const { views } = totals;
  if (views === 0) return 0;
  const rate = errorRate(totals);
  const square = standardErrors ** 2;
  const middle = rate + square / (2 * views);
  const spread = standardErrors * Math.sqrt((rate * (1 - rate)) / views + square / (4 * views ** 2));
  return (middle + spread) / (1 + square / views);
}

/**
 * Returns true if a canary must be withdrawn: it fails more often than allowed, and certainly more often than the stable release, whose
 * failures it may merely share. Simulations check the constants: see canary-judge.test.ts.
 */
export function mustWithdraw(canary: JudgedTotals, stable: JudgedTotals, maxErrorRate: number): boolean {
  if (canary.judged < MIN_FAILURES) return false;
  const [tried, others] = [canary, stable].map(({ views, judged }) => ({ views, failures: judged }));
  if (!tried || !others) return false;
  return rateAt(tried, -LIMIT_MARGIN) > maxErrorRate && rateAt(tried, -SURE) > rateAt(others, LIKELY);
}
