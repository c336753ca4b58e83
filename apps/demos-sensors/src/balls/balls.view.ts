import { BALL_COUNT, DIAMETER } from './balls.rules.ts';

/** How the tray lies on the screen: CSS px per px of the tray, and the tray's size in its own px. */
export interface View {
  readonly scale: number;
  readonly width: number;
  readonly height: number;
}

/** Least room per ball, as a share of the square around it: a smaller window shows the tray from farther away. */
const MIN_ROOM = 1.6;

/**
 * The tray for a window. 333 balls lie in it one to one; more balls get a tray that they fill as 333 fill the window,
 * seen from farther away, so their diameter stays 15 of the tray's px.
 */
export function viewOf(windowWidth: number, windowHeight: number, count: number): View {
  const room = (windowWidth * windowHeight) / (BALL_COUNT * DIAMETER * DIAMETER * MIN_ROOM);
  const scale = Math.min(1, Math.sqrt(room)) * Math.min(1, Math.sqrt(BALL_COUNT / count));
  return { scale, width: windowWidth / scale, height: windowHeight / scale };
}
