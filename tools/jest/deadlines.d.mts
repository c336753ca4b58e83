/** Milliseconds that a long test of this many rounds may take. @param msEach far more than a round takes while everything else runs too */
export declare function timeoutOf(rounds: number, msEach: number): number;
