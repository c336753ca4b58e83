import {
  checkBeforeReplay,
  checkByReplay,
  DAILY_TICKS,
  MAX_DAILY_RUN_CHARACTERS,
  playDailyByBot,
  seedOfDay,
} from './daily-challenge.ts';
import { createGame, diceOf, hashOf, step } from './game.model.ts';
import { createRecorder, decodeRun, encodeRun } from './replay.ts';

const DAY = '2026-11-22';
const NOON_MS = 12 * 3_600_000;

test('a day has one seed, and the next day has another', () => {
  expect(seedOfDay(DAY)).toBe(seedOfDay(DAY));
  const seeds = Array.from({ length: 1000 }, (_, day) => seedOfDay(`2026-11-${day}`));
  expect(new Set(seeds).size).toBe(1000);
});

test('a run survives encoding and decoding, and is confirmed with its score', () => {
  const { run, score } = playDailyByBot(DAY);
  const read = decodeRun(encodeRun(run));
  expect(checkBeforeReplay(DAY, read!, NOON_MS)).toBeNull();
  expect(checkByReplay(DAY, read!, score)).toMatchObject({ score });
  expect(checkByReplay(DAY, read!, score + 1)).toBe('different score');
});

test('a run whose inputs all change in every tick is within the limit', () => {
  const game = createGame({ width: 720, height: 720, seed: seedOfDay(DAY), mode: 'challenge' });
  const dice = diceOf(game.seed);
  const recorder = createRecorder();
  while (game.tick < DAILY_TICKS && !game.over) {
    const input = { move: (game.tick % 2 === 0 ? 1 : -1) as 1 | -1, fire: true, aim: game.tick % 10 < 5 ? 1900 : -1900 };
    recorder.note(game.tick, input, game.cannon.cooldown <= 1);
    step(game, input, dice);
  }
  const text = encodeRun({
    width: 720,
    height: 720,
    seed: game.seed,
    mode: 'challenge',
    ticks: game.tick,
    hash: hashOf(game),
    inputs: recorder.inputs(),
  });
  expect(text.length).toBeLessThan(MAX_DAILY_RUN_CHARACTERS);
});
