import type { Kind } from './rules.ts';

/** All bodies are plain data that JSON can represent. `id` lets the drawing follow a body from tick to tick. */
export interface Cannon {
  x: number;
  readonly y: number;
  /** Barrel direction in aim units, see aim.ts. */
  aim: number;
  /** Ticks until it may fire again. */
  cooldown: number;
  lastX: number;
}

export interface Ball {
  readonly id: number;
  x: number;
  y: number;
  vx: number;
  vy: number;
  bounces: number;
  ticks: number;
  lastX: number;
  lastY: number;
}

/** An axis-aligned box; `x` and `y` are its upper left corner. */
export interface Box {
  x: number;
  y: number;
  readonly width: number;
  readonly height: number;
}

export interface Gladiator extends Box {
  readonly id: number;
  readonly kind: Kind;
  health: number;
  readonly maxHealth: number;
  readonly speed: number;
  readonly shield: boolean;
  /** Tick of the last block; null if the shield was never used. */
  lastShieldTick: number | null;
  lastY: number;
}

export interface Obstacle extends Box {
  readonly type: 'wall' | 'barrier' | 'pillar';
  /** At or below zero it is destroyed until the next wave rebuilds it. */
  health: number;
  readonly maxHealth: number;
}

/** What happened in a tick, for sound and effects. */
export type GameEvent =
  | { readonly what: 'fire' | 'bounce' | 'clank' | 'block' | 'breach'; readonly x: number; readonly y: number }
  | { readonly what: 'hit' | 'kill'; readonly x: number; readonly y: number; readonly kind: Kind; readonly id: number }
  | { readonly what: 'crumble'; readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  | { readonly what: 'wave'; readonly wave: number }
  | { readonly what: 'over' };

export type Mode = 'endless' | 'challenge';

export interface Game {
  readonly width: number;
  readonly height: number;
  readonly mode: Mode;
  readonly seed: number;
  tick: number;
  wave: number;
  your: number;
  enemy: number;
  shots: number;
  hits: number;
  streak: number;
  bestStreak: number;
  over: boolean;
  nextId: number;
  readonly cannon: Cannon;
  balls: Ball[];
  gladiators: Gladiator[];
  readonly obstacles: Obstacle[];
  /** Events of the last tick only. */
  events: GameEvent[];
}

/** What the visitor does in one tick. */
export interface Input {
  readonly move: -1 | 0 | 1;
  readonly fire: boolean;
  readonly aim: number;
}
