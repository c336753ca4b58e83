import type { Ball, Game, Input } from './bodies.ts';
import { createGame, step } from './game.model.ts';
import type { Kind } from './rules.ts';
import { makeGladiator } from './spawn.ts';

/** The input of a player who does nothing. */
export const IDLE: Input = { move: 0, fire: false, aim: 0 };
/** A random source that makes no random event happen. */
export const never = () => 0.999_999;

/** A game on an empty field, which contains only what a test adds. */
export function aGame(change: Partial<Game> = {}): Game {
  const game = createGame({ width: 1400, height: 900, seed: 1, mode: 'endless' });
  game.obstacles.length = 0;
  return Object.assign(game, change);
}

export const aBall = (change: Partial<Ball>): Ball => ({
  id: 1,
  x: 700,
  y: 400,
  vx: 0,
  vy: 0,
  bounces: 0,
  ticks: 0,
  lastX: 700,
  lastY: 400,
  ...change,
});

export const aGladiator = (kind: Kind, x = 700, y = 300) => makeGladiator(kind, 99, x, y);

export const run = (game: Game, ticks: number, input: Input = IDLE, dice = never) => {
  for (let tick = 0; tick < ticks; tick += 1) step(game, input, dice);
};
