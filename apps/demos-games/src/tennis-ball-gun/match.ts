import { createRandom, type Random } from '@site/sim';
import {
  createBot,
  createDailyGame,
  createGame,
  createPlayer,
  createRecorder,
  decodeRun,
  diceOf,
  encodeRun,
  hashOf,
  isDailyOver,
  step as stepGame,
  type Game,
  type Input,
  type Mode,
  type Recorder,
  type Run,
} from '@site/sim/tennis-ball-gun';
import type { DailyRun } from './daily-entries.ts';
import { addFeedback, createEffects, settle, type Effects } from './effects.ts';
import { fieldFor, type Size } from './field-view.ts';
import { runScenario } from './game.scenarios.ts';

/** One game with its player, its effects and its recording. */
export interface Match {
  readonly game: Game;
  readonly play: (game: Game) => Input;
  readonly dice: Random;
  readonly effects: Effects;
  readonly sparks: Random;
  readonly recorder: Recorder;
  /** The run that is being replayed. */
  readonly run: Run | undefined;
  /** Day of a daily challenge. */
  readonly day: string | undefined;
  /** Direction of the barrel; the model updates its own only when a shot is fired. */
  aim: number;
}

/** The demo game behind the start screen is in full swing when the page opens, and restarts after a minute. */
const PRELUDE = { seed: 1408, from: 540, until: 3600 } as const;
const SCENARIO_EFFECTS_SEED = 7;

type Start = Pick<Match, 'game' | 'play'> & Partial<Pick<Match, 'dice' | 'effects' | 'run' | 'day' | 'aim'>>;

function createMatch({ game, play, dice = diceOf(game.seed), effects = createEffects(), run, day, aim = 0 }: Start): Match {
  return { game, play, dice, effects, sparks: createRandom(game.seed), recorder: createRecorder(), run, day, aim };
}

export function playerMatch(stage: Size, mode: Mode, seed: number, play: (game: Game) => Input): Match {
  return createMatch({ game: createGame({ ...fieldFor(stage), seed, mode }), play });
}

/** The daily challenge for a given day, the same for everybody. */
export function dailyMatch(day: string, play: (game: Game) => Input): Match {
  return createMatch({ game: createDailyGame(day), play, day });
}

export function replayMatch(run: Run): Match {
  const input = createPlayer(run);
  return createMatch({ game: createGame(run), play: ({ tick }) => input(tick), run });
}

export function preludeMatch(stage: Size): Match {
  const match = createMatch({
    game: createGame({ ...fieldFor(stage), seed: PRELUDE.seed, mode: 'endless' }),
    play: createBot(),
  });
  for (let tick = 0; tick < PRELUDE.from; tick += 1) stepGame(match.game, match.play(match.game), match.dice);
  match.aim = match.game.cannon.aim;
  return match;
}

export const isPreludeOver = ({ game }: Match): boolean => game.tick >= PRELUDE.until;

/** A named scenario after its first ticks; if it does not continue from there, it includes the effects up to then. */
export function scenarioMatch(
  name: string,
  ticks: number,
  stage: Size,
  continues: boolean,
  prefersReducedMotion: boolean,
): Match | undefined {
  const random = createRandom(SCENARIO_EFFECTS_SEED);
  const effectsSoFar = createEffects();
  const shown = runScenario(name, ticks, fieldFor(stage), ({ events }) => {
    settle(effectsSoFar);
    addFeedback(effectsSoFar, events, random, prefersReducedMotion);
  });
  if (!shown) return undefined;
  const effects = continues ? createEffects() : { ...effectsSoFar, shake: 0 };
  return createMatch({ ...shown, effects, aim: shown.game.cannon.aim });
}

/** Advances the effects by one tick; returns false while the game is frozen after a hit. */
export function advanceEffects({ effects }: Match): boolean {
  settle(effects);
  if (effects.hitStop <= 0) return true;
  effects.hitStop -= 1;
  return false;
}

/** Advances the game by one tick. */
export function stepMatch(match: Match, prefersReducedMotion: boolean): void {
  const { game, effects, sparks } = match;
  const input = match.play(game);
  // The aim counts only in the tick of a shot. A tick reduces the cooldown before the cannon fires, so 1 left means ready.
  match.recorder.note(game.tick, input, game.cannon.cooldown <= 1);
  match.aim = input.aim;
  stepGame(game, input, match.dice);
  addFeedback(effects, game.events, sparks, prefersReducedMotion);
}

/** True once a game has ended by its own rules. */
export const isMatchOver = ({ game, day }: Match): boolean => (day === undefined ? game.over : isDailyOver(game));

/** A finished daily run; undefined for any other. */
export function dailyRunOf(match: Match): DailyRun | undefined {
  const { day, game } = match;
  const run = day === undefined || !isDailyOver(game) ? undefined : linkTextOf(match);
  return day !== undefined && run !== undefined ? { day, score: game.your, run } : undefined;
}

/** The run so far, encoded for a link; undefined before the first tick and if a link cannot hold it. */
export function linkTextOf({ game, run, recorder }: Match): string | undefined {
  if (game.tick === 0) return undefined;
  if (run) return encodeRun(run);
  const { width, height, seed, mode, tick } = game;
  const text = encodeRun({ width, height, seed, mode, ticks: tick, hash: hashOf(game), inputs: recorder.inputs() });
  return decodeRun(text) && text;
}
