/** The page views of one release. */
export interface ViewTotals {
  readonly views: number;
  /** Views in which another release took over, the error card was shown, or an error was not caught. */
  readonly failures: number;
}

/** Fewer failures prove nothing, however few views there are. */
const MIN_FAILURES = 3;
/**
 * A canary's failure rate must exceed the allowed one by this many standard errors: enough to rule out bad luck, yet few views
 * reveal a broken release.
 */
const SURE = 2.58;
/** The stable release's true rate may exceed the observed one by this many standard errors. */
const LIKELY = 1.64;

export const errorRate = ({ views, failures }: ViewTotals): number => (views === 0 ? 0 : Math.min(1, failures / views));

/** Bound of the Wilson score interval for the true rate at this many standard errors; it also holds for few views. */
function rateAt(totals: ViewTotals, errors: number): number {
  const { views } = totals;
  if (views === 0) return 0;
  const rate = errorRate(totals);
  const square = errors ** 2;
  const middle = rate + square / (2 * views);
  const spread = errors * Math.sqrt((rate * (1 - rate)) / views + square / (4 * views ** 2));
  return (middle + spread) / (1 + square / views);
}

/**
 * Returns true if a canary must be withdrawn: it certainly fails more often than allowed, and more often than the stable release, whose
 * failures it may merely share.
 */
export function mustWithdraw(canary: ViewTotals, stable: ViewTotals, maxErrorRate: number): boolean {
  if (canary.failures < MIN_FAILURES) return false;
  return rateAt(canary, -SURE) > Math.max(maxErrorRate, rateAt(stable, LIKELY));
}
