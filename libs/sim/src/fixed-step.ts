/** One step of a simulation, in milliseconds: the specification's speeds are per 60 Hz tick. */
const STEP_MILLISECONDS = 1000 / 60;

/** A longer pause than this (a sleeping laptop, a debugger) is not made up for. */
const MAX_GAP_MILLISECONDS = 250;

/** Maximum number of steps in one frame; a machine that is too slow slows the simulation instead of freezing the page. */
const MAX_STEPS = 5;

interface FixedStep {
  /**
   * Runs the steps that are due at `now` (milliseconds, any origin).
   * @returns the progress of the next one, from 0 to 1, for interpolated drawing
   */
  advance(now: number, step: () => void): number;
  /** Discards the elapsed time, after a pause. */
  reset(): void;
}

/** Turns the uneven timestamps of frames into even 60 Hz steps. */
export function createFixedStep(): FixedStep {
  let last: number | undefined;
  let owed = 0;
  return {
    advance(now, step) {
      owed += Math.min(Math.max(now - (last ?? now), 0), MAX_GAP_MILLISECONDS);
      last = now;
      let steps = 0;
      // A thousandth of a millisecond of tolerance keeps a 60 Hz display at exactly one step a frame.
      while (owed >= STEP_MILLISECONDS - 0.001 && steps < MAX_STEPS) {
        step();
        owed -= STEP_MILLISECONDS;
        steps += 1;
      }
      if (steps === MAX_STEPS) owed = Math.min(owed, STEP_MILLISECONDS - 0.001);
      return Math.min(Math.max(owed / STEP_MILLISECONDS, 0), 1);
    },
    reset() {
      last = undefined;
      owed = 0;
    },
  };
}
