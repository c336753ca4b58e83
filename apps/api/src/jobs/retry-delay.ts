const FIRST_MS = 15_000;
const MAX_MS = 3_600_000;

/** Twice as long after each failure, an hour at most: a job is never given up, and never asks a server that is down each second. */
export const retryDelayMs = (attempts: number): number => Math.min(MAX_MS, FIRST_MS * 2 ** Math.max(0, attempts - 1));
