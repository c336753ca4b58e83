import { UpstreamError } from './usda.errors.ts';

/** USDA names no number and blocks those who ask too often. */
export const MAX_CALLS = 60;
const WINDOW_MS = 60_000;

/** Protects USDA, and the key, from this process: at most so many calls in any minute, whoever asks for them and for whatever report. */
export class CallBudget {
  /** When the calls of the last minute were made, the oldest first. */
  private calls: number[] = [];

  /**
   * Counts one call.
   * @param nowMs of a clock that never goes back
   * @throws UpstreamError with the seconds until a call is free again
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
