/**
 * Milliseconds that a unit test may take: at least twenty times what the slowest takes on a quiet machine, so that a busy one fails no test.
 * A hang is still found. No test names a deadline of its own.
 */
export const TEST_TIMEOUT_MS = 300_000;
