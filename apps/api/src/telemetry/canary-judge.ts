/** What is known of one release's page views. */
export interface ViewTotals {
  readonly views: number;
  /** Views in which another release took over, the card came, or an error was not caught. */
  readonly failures: number;
}

/** Fewer failures prove nothing, however few the views. */
const MIN_FAILURES = 3;
/** Standard errors that a canary's rate must be above what is allowed: few views already tell a broken release, bad luck does not. */
const SURE = 2.58;
/** Standard errors that the stable release's rate may be higher than it looked so far. */
const LIKELY = 1.64;

export const errorRate = ({ views, failures }: ViewTotals): number => (views === 0 ? 0 : Math.min(1, failures / views));

/** End of the interval in which the true rate lies, so many standard errors away (Wilson's, which holds for few views as well). */
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
 * Returns true if a canary must be withdrawn: it surely fails more often than allowed, and more often than the stable release does, whose
 * failures it may only share.
 */
export function mustWithdraw(canary: ViewTotals, stable: ViewTotals, maxErrorRate: number): boolean {
  if (canary.failures < MIN_FAILURES) return false;
  return rateAt(canary, -SURE) > Math.max(maxErrorRate, rateAt(stable, LIKELY));
}
