export { aimAt, clampAim, directionOf, radiansOf } from './aim.ts';
export type { Cannon, Game, GameEvent, Gladiator, Input, Mode, Obstacle } from './bodies.ts';
export { createBot } from './bot.ts';
export { checkBeforeReplay, checkByReplay, createDailyGame, isDailyOver, playDailyByBot } from './daily-challenge.ts';
export type { DailyRefusal, DailyResult } from './daily-challenge.ts';
export { accuracyOf, createGame, diceOf, hashOf, isShieldReady, step } from './game.model.ts';
export { createPlayer, createRecorder, decodeRun, encodeRun } from './replay.ts';
export type { Recorder, Run } from './replay.ts';
export {
  BALL_RADIUS,
  BALL_SPEED,
  COOLDOWN_TICKS,
  FIELD_HEIGHT,
  FIELD_WIDTH,
  GLADIATOR_HEIGHT,
  GLADIATOR_WIDTH,
  GLADIATORS,
  GRAVITY,
  HIT_DAMAGE,
  KINDS,
  MIN_FIELD_HEIGHT,
  MIN_FIELD_WIDTH,
  PIVOT_HEIGHT,
  SHIELD_TICKS,
} from './rules.ts';
export type { Kind } from './rules.ts';
export { makeGladiator } from './spawn.ts';
