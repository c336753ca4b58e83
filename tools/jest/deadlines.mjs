/**
 * Milliseconds that a unit test may take: at least twenty times as long as the slowest takes on a quiet machine, so that no test fails on a
 * busy one. A hang is still detected. No test sets its own deadline.
 */
export const TEST_TIMEOUT_MS = 300_000;
