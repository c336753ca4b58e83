import { BALL_COUNT, DIAMETER } from './balls.rules.ts';

/** The view of the simulation: CSS px per px of its box, and the box's size in its own px. */
export interface View {
  readonly scale: number;
  readonly width: number;
  readonly height: number;
}

/** Minimum area per ball, relative to the square around it; a smaller window zooms out. */
const MIN_ROOM = 1.6;

/**
 * The box for a window. 333 balls are shown at full size. More balls get a larger box with the same density, zoomed out, so that
 * their diameter is still 15 px of the box.
 */
export function viewOf(windowWidth: number, windowHeight: number, count: number): View {
  const room = (windowWidth * windowHeight) / (BALL_COUNT * DIAMETER * DIAMETER * MIN_ROOM);
  const scale = Math.min(1, Math.sqrt(room)) * Math.min(1, Math.sqrt(BALL_COUNT / count));
  return { scale, width: windowWidth / scale, height: windowHeight / scale };
}
