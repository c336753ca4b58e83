import { createRandom } from '@site/sim';
import { createBalls, step } from './balls.model.ts';
import { BALL_COUNT, RADIUS, type Balls } from './balls.rules.ts';

/** In ticks. */
export const SECOND = 60;

/** The exhibit's tray as it opens, on a desktop by default. */
export const aTray = ({ width = 1280, height = 800, seed = 1, count = BALL_COUNT } = {}) =>
  createBalls(width, height, createRandom(seed), count);

export function run(tray: Balls, ticks: number, each?: (tray: Balls, tick: number) => void): Balls {
  for (let tick = 0; tick < ticks; tick += 1) {
    step(tray);
    each?.(tray, tick);
  }
  return tray;
}

/** True if no ball is in a wall. */
export const isInside = (tray: Balls) =>
  tray.x.every((x) => x >= RADIUS - 1e-9 && x <= tray.width - RADIUS + 1e-9) &&
  tray.y.every((y) => y >= RADIUS - 1e-9 && y <= tray.height - RADIUS + 1e-9);
