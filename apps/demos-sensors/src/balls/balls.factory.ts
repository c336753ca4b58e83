import { createRandom } from '@site/sim';
import { createBalls, step } from './balls.model.ts';
import { BALL_COUNT, RADIUS, type Balls } from './balls.rules.ts';

/** In ticks. */
export const SECOND = 60;

/** The balls that the exhibit opens with, on a desktop by default. */
export const initialBalls = ({ width = 1280, height = 800, seed = 1, count = BALL_COUNT } = {}) =>
  createBalls(width, height, createRandom(seed), count);

export function run(balls: Balls, ticks: number, each?: (balls: Balls, tick: number) => void): Balls {
  for (let tick = 0; tick < ticks; tick += 1) {
    step(balls);
    each?.(balls, tick);
  }
  return balls;
}

/** True if no ball is in a wall. */
export const isInside = (balls: Balls) =>
  balls.x.every((x) => x >= RADIUS - 1e-9 && x <= balls.width - RADIUS + 1e-9) &&
  balls.y.every((y) => y >= RADIUS - 1e-9 && y <= balls.height - RADIUS + 1e-9);
