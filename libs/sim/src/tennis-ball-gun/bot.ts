import { hypot } from '../exact-math.ts';
import { aimAt } from './aim.ts';
import type { Game, Gladiator, Input } from './bodies.ts';
import { BALL_SPEED, GRAVITY } from './rules.ts';

/** Reaction time in ticks: the bot reacts no faster than a visitor. */
const REACTION_TICKS = 24;
/** The bot lets gladiators come this far down, as a share of the field's height, so that there is something to see. */
const PATIENCE = 0.34;

/** Plays the demo behind the start screen and in scenarios: it moves below the gladiator nearest to the floor and shoots at it. */
export function createBot(): (game: Game) => Input {
  let target: Gladiator | undefined;
  return (game) => {
    const { cannon } = game;
    if (game.tick % REACTION_TICKS === 0 || (target && target.health <= 0)) {
      target = game.gladiators
        .filter(({ y }) => y > game.height * PATIENCE)
        .reduce<Gladiator | undefined>(
          (lowest, one) => (!lowest || one.y + 40 * one.speed > lowest.y + 40 * lowest.speed ? one : lowest),
          undefined,
        );
    }
    if (!target) return { move: 0, fire: false, aim: 0 };
    const x = target.x + target.width / 2;
    const y = target.y + target.height / 2;
    const ticks = hypot(x - cannon.x, y - cannon.y) / BALL_SPEED;
    const across = x - cannon.x;
    return {
      move: Math.abs(across) < 60 ? 0 : across < 0 ? -1 : 1,
      fire: true,
      aim: aimAt(cannon.x, cannon.y, x, y + target.speed * ticks - (GRAVITY * ticks * ticks) / 2),
    };
  };
}
