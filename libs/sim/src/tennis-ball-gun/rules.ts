/**
 * Every number that the specification and its decisions state for the game. Lengths are px of the field, times are ticks of a
 * 60 Hz step, speeds px per tick.
 */
const TICKS_PER_SECOND = 60;

export const FIELD_WIDTH = 1400;
export const FIELD_HEIGHT = 900;
/** A smaller window zooms out, because in a smaller field no gladiator could be hit in time. */
export const MIN_FIELD_WIDTH = 360;
export const MIN_FIELD_HEIGHT = 420;

export const CANNON_SPEED = 3;
/** The cannon's power: the speed of a ball as it leaves the barrel. */
export const BALL_SPEED = 25;
export const COOLDOWN_TICKS = 5;

export const BALL_RADIUS = 8;
export const GRAVITY = 0.3;
/** Share of the speed perpendicular to a wall that a bounce keeps; the floor is a wall. */
export const WALL_DAMPING = 0.8;
/** The same for the ceiling, for obstacles and for shields. */
export const HARD_DAMPING = 0.7;
export const BALL_TICKS = 8 * TICKS_PER_SECOND;
export const BALL_BOUNCES = 6;

export const HIT_DAMAGE = 30;
export const SHIELD_TICKS = 3 * TICKS_PER_SECOND;
export const WAVE_TICKS = 30 * TICKS_PER_SECOND;
export const SPAWN_CHANCE = 0.005;
export const SPAWN_CHANCE_PER_WAVE = 0.002;

export const GLADIATOR_WIDTH = 45;
export const GLADIATOR_HEIGHT = 60;
export const KINDS = ['red', 'blue', 'green', 'yellow'] as const;
export type Kind = (typeof KINDS)[number];
export const GLADIATORS: Readonly<Record<Kind, { readonly health: number; readonly speed: number; readonly shield: boolean }>> = {
  red: { health: 60, speed: 1.2, shield: false },
  blue: { health: 100, speed: 0.8, shield: true },
  green: { health: 40, speed: 2, shield: false },
  yellow: { health: 80, speed: 1.5, shield: true },
};

export const OBSTACLE_HEALTH = { min: 80, max: 150 } as const;
/** A Challenge ends with this many enemies at the bottom; Endless never ends. */
export const CHALLENGE_ENEMIES = 10;

/** Height of the cannon's pivot above the floor, and its minimum distance from the side walls: this site's choice. */
export const PIVOT_HEIGHT = 44;
export const CANNON_MARGIN = 46;
