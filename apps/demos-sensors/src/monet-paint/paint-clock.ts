const TICK_SECONDS = 1 / 60;
/** A machine that takes longer shows the paint in slow motion: larger steps would tear it. */
const MAX_TICKS = 3;
const READOUT_MILLISECONDS = 500;

/** The time of the strokes' lives, how much of it the next frame brings, and how many frames a second there are. */
export interface PaintClock {
  tick(): void;
  /** Takes the seconds that have passed for the next frame, and the ms since the last one; undefined if none have. */
  takeFrame(now: number): { readonly dt: number; readonly sinceLast: number | undefined } | undefined;
  seconds(): number;
  /** Goes to a second of the strokes' lives. */
  setSeconds(seconds: number): void;
  /** Forgets when the last frame was, as after a pause. */
  rest(): void;
  isReadoutDue(now: number): boolean;
  /** Since the last reading, which this ends. */
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
