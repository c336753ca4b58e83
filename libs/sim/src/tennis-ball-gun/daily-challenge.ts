import { createBot } from './bot.ts';
import type { Game } from './bodies.ts';
import { createGame, diceOf, hashOf, step } from './game.model.ts';
import { createPlayer, createRecorder, type Run } from './replay.ts';

/** The same field for everybody, whatever the size of the window, because its width decides where gladiators appear. Px. */
const DAILY_FIELD = { width: 720, height: 720 } as const;
/** 45 seconds. In nine cases out of ten the server checks a run in at most 15 ms of processor time: see decision 0079. */
const DAILY_TICKS = 45 * 60;

const DAY_MS = 86_400_000;
const MS_PER_TICK = 1000 / 60;
/** A run that begins before midnight may end after it, pauses included. */
const GRACE_MS = 15 * 60_000;

/** Everybody's seed on a day such as 2026-11-22 (FNV-1a, 32 bits). */
export function seedOfDay(day: string): number {
  let hash = 0x811c9dc5;
  for (const letter of `tennis ball gun, ${day}`) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return hash >>> 0;
}

/** The game of a day, before its first tick. */
export const createDailyGame = (day: string): Game => createGame({ ...DAILY_FIELD, seed: seedOfDay(day), mode: 'challenge' });

/** True once the game of a day has ended: after ten enemies, or when time is up. */
export const isDailyOver = ({ over, tick }: Pick<Game, 'over' | 'tick'>): boolean => over || tick >= DAILY_TICKS;

/** Why an entry is refused. */
export type DailyRefusal =
  /** It is not the game of that day: its seed, field or mode differ. */
  | 'different game'
  /** The day is not today, or began too recently for a run of that length. */
  | 'not now'
  /** Its length or the order of its inputs cannot come from the game. */
  | 'impossible timing'
  /** The replay has a different score. */
  | 'different score'
  /** The replay ends in a different state. */
  | 'different inputs';

/**
 * Checks what can be checked about a run without replaying it.
 * @param sinceStartMs how long ago the day began, ms
 * @returns null if nothing is wrong
 */
export function checkBeforeReplay(day: string, run: Run, sinceStartMs: number): DailyRefusal | null {
  const { width, height, seed, mode, ticks, inputs } = run;
  if (seed !== seedOfDay(day) || width !== DAILY_FIELD.width || height !== DAILY_FIELD.height || mode !== 'challenge')
    return 'different game';
  if (ticks < 1 || ticks > DAILY_TICKS) return 'impossible timing';
  let last = -1;
  for (const { tick } of inputs) {
    if (tick <= last || tick >= ticks) return 'impossible timing';
    last = tick;
  }
  const isOpen = sinceStartMs >= ticks * MS_PER_TICK && sinceStartMs < DAY_MS + GRACE_MS;
  return isOpen ? null : 'not now';
}

/** How a replayed run ended. */
export interface DailyResult {
  /** Gladiators stopped: the score. */
  readonly score: number;
  /** Of two runs with the same score, the one with fewer shots is better. */
  readonly shots: number;
  readonly enemy: number;
}

/** Replays a run that `checkBeforeReplay` let through, and compares the result with the claimed one. */
export function checkByReplay(day: string, run: Run, claimedScore: number): DailyResult | DailyRefusal {
  const game = createDailyGame(day);
  const dice = diceOf(game.seed);
  const input = createPlayer(run);
  while (game.tick < run.ticks && !isDailyOver(game)) step(game, input(game.tick), dice);
  if (game.tick !== run.ticks || !isDailyOver(game)) return 'impossible timing';
  if (game.your !== claimedScore) return 'different score';
  return hashOf(game) === run.hash ? { score: game.your, shots: game.shots, enemy: game.enemy } : 'different inputs';
}

/** The day's game played by the demo's bot, which does nothing for the first `delay` ticks: for tests, and to warm up a server. */
export function playDailyByBot(day: string, delay = 0): { readonly run: Run; readonly score: number } {
  const game = createDailyGame(day);
  const dice = diceOf(game.seed);
  const bot = createBot();
  const recorder = createRecorder();
  while (!isDailyOver(game)) {
    const input = game.tick < delay ? { move: 0 as const, fire: false, aim: 0 } : bot(game);
    recorder.note(game.tick, input, game.cannon.cooldown <= 1);
    step(game, input, dice);
  }
  const { width, height, seed, mode, tick } = game;
  return {
    run: { width, height, seed, mode, ticks: tick, hash: hashOf(game), inputs: recorder.inputs() },
    score: game.your,
  };
}
