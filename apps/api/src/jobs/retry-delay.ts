const FIRST_MS = 15_000;
const MAX_MS = 3_600_000;

/** Doubles after each failure, up to an hour: a job is never abandoned, and does not call a failed server every second. */
export const retryDelayMs = (attempts: number): number => Math.min(MAX_MS, FIRST_MS * 2 ** Math.max(0, attempts - 1));
