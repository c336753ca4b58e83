/** Measures the cost of frames, and of the steps in the coming frame. Times are in ms. */
export interface FrameMeter {
  /** Time that the steps of the coming frame have taken so far. */
  stepped(): number;
  addStep(milliseconds: number): void;
  /** A frame was drawn; returns true if it is time for a readout. */
  addFrame(now: number, drawMilliseconds: number): boolean;
  /** Averages since the last reading; starts a new one. */
  read(now: number): { readonly frameMilliseconds: number; readonly framesPerSecond: number };
}

const READOUT_MILLISECONDS = 500;

export function createFrameMeter(start: number): FrameMeter {
  let stepped = 0;
  let spent = 0;
  let frames = 0;
  let since = start;
  return {
    stepped: () => stepped,
    addStep(milliseconds) {
      stepped += milliseconds;
    },
    addFrame(now, drawMilliseconds) {
      spent += stepped + drawMilliseconds;
      stepped = 0;
      frames += 1;
      return now - since >= READOUT_MILLISECONDS;
    },
    read(now) {
      const reading = {
        frameMilliseconds: frames > 0 ? spent / frames : 0,
        framesPerSecond: frames > 0 ? (frames * 1000) / Math.max(now - since, 1) : 0,
      };
      frames = 0;
      spent = 0;
      since = now;
      return reading;
    },
  };
}
