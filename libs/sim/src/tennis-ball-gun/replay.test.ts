import { createRandom } from '../random.ts';
import type { Game, Input, Mode } from './bodies.ts';
import { createBot } from './bot.ts';
import { createGame, diceOf, hashOf, step } from './game.model.ts';
import { createPlayer, createRecorder, decodeRun, encodeRun, type Run } from './replay.ts';

function record(seed: number, ticks: number, mode: Mode, player: (game: Game) => Input): { game: Game; run: Run } {
  const game = createGame({ width: 1200, height: 740, seed, mode });
  const dice = diceOf(seed);
  const recorder = createRecorder();
  for (let tick = 0; tick < ticks; tick += 1) {
    const input = player(game);
    recorder.note(game.tick, input, game.cannon.cooldown <= 1);
    step(game, input, dice);
  }
  return {
    game,
    run: { width: 1200, height: 740, seed, mode, ticks: game.tick, hash: hashOf(game), inputs: recorder.inputs() },
  };
}

function replay(run: Run): Game {
  const game = createGame(run);
  const dice = diceOf(run.seed);
  const input = createPlayer(run);
  while (game.tick < run.ticks) step(game, input(game.tick), dice);
  return game;
}

/** Changes the aim on every tick, like a hand on a mouse. */
function restless(): (game: Game) => Input {
  const random = createRandom(11);
  return () => ({
    move: (Math.floor(random() * 3) - 1) as -1 | 0 | 1,
    fire: random() < 0.8,
    aim: Math.floor(random() * 3800) - 1900,
  });
}

test.each([
  ['a bot', 4_294_967_295, createBot],
  ['a restless hand', 9, restless],
])('a run by %s replays from its link to the same score and the same hash', (_name, seed, player) => {
  const { game, run } = record(seed, 2400, 'challenge', player());
  const decoded = decodeRun(encodeRun(run));
  expect(decoded).toEqual(run);
  const again = replay(decoded!);
  expect(game.shots).toBeGreaterThan(20);
  expect([again.your, again.enemy, again.wave, hashOf(again)]).toEqual([game.your, game.enemy, game.wave, run.hash]);
});

test('a minute of play fits into a link of five thousand characters', () => {
  const { run } = record(5, 3600, 'endless', createBot());
  expect(encodeRun(run).length).toBeLessThan(5000);
});

test('only changes of input are recorded, and the aim only where a shot uses it', () => {
  const recorder = createRecorder();
  recorder.note(0, { move: 0, fire: false, aim: 5 }, true);
  recorder.note(1, { move: 0, fire: true, aim: 6 }, true);
  recorder.note(2, { move: 0, fire: true, aim: 7 }, false);
  recorder.note(3, { move: 1, fire: true, aim: 8 }, false);
  expect(recorder.inputs()).toEqual([
    { tick: 1, move: 0, fire: true, aim: 6 },
    { tick: 3, move: 1, fire: true, aim: 6 },
  ]);
});

test('a damaged link decodes to undefined and never throws', () => {
  const text = encodeRun(record(5, 300, 'endless', createBot()).run);
  for (const bad of ['', '!', 'A', 'AAAA', text.slice(0, -4), `${text}AAAA`, `B${text}`, 'a'.repeat(40_000)]) {
    expect(decodeRun(bad)).toBeUndefined();
  }
  const random = createRandom(3);
  for (let round = 0; round < 2000; round += 1) {
    const at = Math.floor(random() * text.length);
    const letter = 'ABCxyz019_-'[Math.floor(random() * 11)]!;
    const decoded = decodeRun(text.slice(0, at) + letter + text.slice(at + 1));
    for (const { aim, move } of decoded?.inputs ?? []) {
      if (Math.abs(aim) > 2048 || Math.abs(move) > 1) throw new Error(`round ${round}: an impossible input`);
    }
  }
});
