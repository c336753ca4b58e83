/** Specified: tilt is read every 100 ms, and each reading moves the force a tenth of the way toward it. */
export const MOTION_THROTTLE_MILLISECONDS = 100;
export const MOTION_SMOOTHING = 0.1;

export interface TiltFlow {
  /** Pull along the screen as a fraction of gravity, smoothed. */
  readonly x: number;
  readonly y: number;
  /** Takes a reading; returns false if it came too soon after the last one. */
  addReading(x: number, y: number, at: number): boolean;
  reset(): void;
}

export function createTiltFlow(): TiltFlow {
  let x = 0;
  let y = 0;
  let last = -Infinity;
  return {
    get x() {
      return x;
    },
    get y() {
      return y;
    },
    addReading(pullX, pullY, at) {
      if (at - last < MOTION_THROTTLE_MILLISECONDS) return false;
      last = at;
      x += (pullX - x) * MOTION_SMOOTHING;
      y += (pullY - y) * MOTION_SMOOTHING;
      return true;
    },
    reset() {
      x = 0;
      y = 0;
      last = -Infinity;
    },
  };
}
