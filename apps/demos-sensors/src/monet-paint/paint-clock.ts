const TICK_SECONDS = 1 / 60;
/** A slower machine shows the paint in slow motion, because larger steps would be unstable. */
const MAX_TICKS = 3;
const READOUT_MILLISECONDS = 500;

/** The simulation clock of the strokes, its next time step, and the frame rate. */
export interface PaintClock {
  tick(): void;
  /** Returns the time step of the next frame in seconds, and the ms since the last one; undefined if no time has passed. */
  takeFrame(now: number): { readonly dt: number; readonly sinceLast: number | undefined } | undefined;
  seconds(): number;
  /** Sets the simulation clock, in seconds. */
  setSeconds(seconds: number): void;
  /** Ignores the time since the last frame, as after a pause. */
  rest(): void;
  isReadoutDue(now: number): boolean;
  /** Average since the last reading; starts a new one. */
  readFramesPerSecond(now: number): number;
}

export function createPaintClock(start: number): PaintClock {
  let seconds = start;
  let ticks = 0;
  let last: number | undefined;
  let frames = 0;
  let since = 0;
  return {
    tick() {
      ticks = Math.min(MAX_TICKS, ticks + 1);
    },
    takeFrame(now) {
      if (ticks === 0) return undefined;
      const frame = { dt: ticks * TICK_SECONDS, sinceLast: last === undefined ? undefined : now - last };
      last = now;
      ticks = 0;
      seconds += frame.dt;
      frames += 1;
      return frame;
    },
    seconds: () => seconds,
    setSeconds(next) {
      seconds = next;
    },
    rest() {
      last = undefined;
      ticks = 0;
    },
    isReadoutDue: (now) => now - since >= READOUT_MILLISECONDS,
    readFramesPerSecond(now) {
      const framesPerSecond = (frames * 1000) / Math.max(1, now - since);
      frames = 0;
      since = now;
      return framesPerSecond;
    },
  };
}
