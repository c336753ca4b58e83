import { UpstreamError } from './usda.errors.ts';

/** USDA publishes no limit, but blocks clients that send too many requests. */
export const MAX_CALLS = 60;
const WINDOW_MS = 60_000;

/** Protects USDA, and the key, from this process: a limit on calls in any minute, for all callers and reports together. */
export class CallBudget {
  /** Times of the calls in the last minute, oldest first. */
  private calls: number[] = [];

  /**
   * Counts one call.
   * @param nowMs from a monotonic clock
   * @throws UpstreamError with the seconds until the next call is allowed
   */
  take(nowMs: number): void {
    this.calls = this.calls.filter((madeAt) => nowMs - madeAt < WINDOW_MS);
    const [oldest] = this.calls;
    if (oldest !== undefined && this.calls.length >= MAX_CALLS) {
      const seconds = Math.ceil((oldest + WINDOW_MS - nowMs) / 1_000);
      throw new UpstreamError('USDA_BUDGET_SPENT', `${MAX_CALLS} calls were made within a minute`, seconds);
    }
    this.calls.push(nowMs);
  }
}
