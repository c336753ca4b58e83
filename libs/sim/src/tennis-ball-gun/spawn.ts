import type { Random } from '../random.ts';
import type { Game, Gladiator, Obstacle } from './bodies.ts';
import {
  GLADIATOR_HEIGHT,
  GLADIATOR_WIDTH,
  GLADIATORS,
  KINDS,
  OBSTACLE_HEALTH,
  SPAWN_CHANCE,
  SPAWN_CHANCE_PER_WAVE,
  type Kind,
} from './rules.ts';

export const spawnChance = (wave: number): number => SPAWN_CHANCE + SPAWN_CHANCE_PER_WAVE * wave;

export function makeGladiator(kind: Kind, id: number, x: number, y = -GLADIATOR_HEIGHT): Gladiator {
  const { health, speed, shield } = GLADIATORS[kind];
  const size = { width: GLADIATOR_WIDTH, height: GLADIATOR_HEIGHT };
  return { id, kind, x, y, lastY: y, ...size, health, maxHealth: health, speed, shield, lastShieldTick: null };
}

/** Draws the random numbers of one tick. How many are drawn depends only on earlier draws, so that replays stay in sync. */
export function maybeSpawn(game: Game, random: Random): void {
  if (random() >= spawnChance(game.wave)) return;
  const kind = KINDS[Math.floor(random() * KINDS.length)] ?? 'red';
  const x = Math.round(random() * (game.width - GLADIATOR_WIDTH));
  game.gladiators.push(makeGladiator(kind, game.nextId, x));
  game.nextId += 1;
}

/** Size in px per type: a pillar is tall, a barrier is wide, a wall is in between. */
const SIZES = { wall: [92, 26], barrier: [128, 16], pillar: [26, 84] } as const;
const TYPES = ['wall', 'barrier', 'pillar'] as const;
/** One obstacle per this much width, so that a phone's field is not full of them. */
const WIDTH_PER_OBSTACLE = 230;

/** Obstacles in the middle of the field, one per lane: every lane keeps a gap on both sides to shoot through. */
export function layOut(width: number, height: number, random: Random): Obstacle[] {
  const count = Math.max(1, Math.floor(width / WIDTH_PER_OBSTACLE));
  const lane = width / count;
  return Array.from({ length: count }, (_, index) => {
    const type = TYPES[Math.floor(random() * TYPES.length)] ?? 'wall';
    const [wide, high] = SIZES[type];
    const room = Math.max(0, lane - wide - 40);
    const health = OBSTACLE_HEALTH.min + Math.round(random() * (OBSTACLE_HEALTH.max - OBSTACLE_HEALTH.min));
    return {
      type,
      x: Math.round(index * lane + (lane - wide) / 2 + (random() - 0.5) * room),
      y: Math.round(height * (0.36 + random() * 0.26)),
      width: wide,
      height: high,
      health,
      maxHealth: health,
    };
  });
}
