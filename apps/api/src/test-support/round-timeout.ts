/** What every long test may take (tools/jest/deadlines.mjs): Jest refuses a shorter timeout. */
const COMMON_MS = 1_200_000;

/** Milliseconds that a test of this many rounds may take. @param msEach far more than a round takes while everything else runs too */
export const timeoutOf = (rounds: number, msEach: number): number => COMMON_MS + rounds * msEach;
