import { IS_LONG } from './long.mjs';

/**
 * Milliseconds that a unit test may take: at least twenty times as long as the slowest takes on a quiet machine, so that no test fails on a
 * busy one. A hang is still detected. Only a test of a number of rounds has its own, a longer one.
 */
const TEST_TIMEOUT_MS = 300_000;
/** The same for long tests, faults, and tests of several processes. */
export const LONG_TEST_TIMEOUT_MS = 1_200_000;

export const testTimeout = IS_LONG ? LONG_TEST_TIMEOUT_MS : TEST_TIMEOUT_MS;

/** Milliseconds that a long test of this many rounds may take. @param msEach far more than a round takes while everything else runs too */
export const timeoutOf = (rounds, msEach) => LONG_TEST_TIMEOUT_MS + rounds * msEach;
