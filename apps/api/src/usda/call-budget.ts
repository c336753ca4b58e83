import { UpstreamError } from './usda.errors.ts';

/** USDA publishes no limit, but blocks clients that send too many requests. */
export const MAX_CALLS = 60;
/** The other 20 are enough for both weekly reports and the list, which take at most 14 calls with all retries. */
export const MAX_OPENED_CALLS = 40;
const WINDOW_MS = 60_000;

/** What a call is for: the site's own prices and the list of reports, or a report that a visitor has opened. */
export type CallPurpose = 'own' | 'opened';

interface Call {
  readonly madeAt: number;
  readonly purpose: CallPurpose;
}

/**
 * Protects USDA, and the key, from this process: a limit on calls in any minute, for all callers and reports together. Opened reports may
 * use only a part of it, because visitors choose how many they open.
 */
export class CallBudget {
  /** The calls of the last minute, oldest first. */
  private calls: Call[] = [];

  /**
   * Counts one call.
   * @param nowMs from a monotonic clock
   * @throws UpstreamError with the seconds until the next call for this purpose is allowed
   */
  take(nowMs: number, purpose: CallPurpose): void {
    this.calls = this.calls.filter(({ madeAt }) => nowMs - madeAt < WINDOW_MS);
    const opened = this.calls.filter((call) => call.purpose === 'opened');
    // Checked first: if both limits are reached, this one takes longer to pass.
    if (purpose === 'opened') this.require(opened, MAX_OPENED_CALLS, 'calls for opened reports', nowMs);
    this.require(this.calls, MAX_CALLS, 'calls', nowMs);
    this.calls.push({ madeAt: nowMs, purpose });
  }

  private require(calls: readonly Call[], max: number, what: string, nowMs: number): void {
    const [oldest] = calls;
    if (!oldest || calls.length < max) return;
    const seconds = Math.ceil((oldest.madeAt + WINDOW_MS - nowMs) / 1_000);
    throw new UpstreamError('USDA_BUDGET_SPENT', `${max} ${what} were made within a minute`, seconds);
  }
}
