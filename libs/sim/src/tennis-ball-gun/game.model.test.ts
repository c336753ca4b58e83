import { createFixedStep } from '../fixed-step.ts';
import { createRandom } from '../random.ts';
import { directionOf } from './aim.ts';
import type { Game } from './bodies.ts';
import { createBot } from './bot.ts';
import { aGame, aGladiator, IDLE, never, run } from './game.factory.ts';
import { createGame, diceOf, hashOf, step } from './game.model.ts';
import { layOut } from './spawn.ts';

test('a game begins with no scores, wave 1, no balls, no enemies, and a cannon at rest in the middle of the floor', () => {
  const game = createGame({ width: 1400, height: 900, seed: 5, mode: 'endless' });
  expect(game).toMatchObject({ your: 0, enemy: 0, wave: 1, tick: 0, balls: [], gladiators: [], over: false });
  expect(game.cannon).toMatchObject({ x: 700, cooldown: 0 });
});

test('the cannon moves 3 px per tick and stops at both sides', () => {
  const game = aGame();
  run(game, 10, { ...IDLE, move: 1 });
  expect(game.cannon.x).toBe(730);
  run(game, 10, { ...IDLE, move: -1 });
  expect(game.cannon.x).toBe(700);
  run(game, 1000, { ...IDLE, move: -1 });
  expect(game.cannon.x).toBe(46);
  run(game, 1000, { ...IDLE, move: 1 });
  expect(game.cannon.x).toBe(1400 - 46);
});

test('the cannon cannot fire during its cooldown of 5 ticks: twelve shots per second', () => {
  const game = aGame();
  const fired: number[] = [];
  for (let tick = 1; tick <= 60; tick += 1) {
    step(game, { ...IDLE, fire: true }, never);
    if (game.events.some(({ what }) => what === 'fire')) fired.push(tick);
  }
  expect(fired.slice(0, 4)).toEqual([1, 6, 11, 16]);
  expect(game.shots).toBe(12);
});

test.each([
  [1800, 1],
  [1801, 2],
  [3600, 2],
  [3601, 3],
  [18_001, 11],
])('after %d ticks it is wave %d: elapsed time must exceed the wave number times 30 s', (ticks, wave) => {
  const game = aGame();
  run(game, ticks);
  expect(game.wave).toBe(wave);
});

test('obstacles are laid out from the seed: walls, barriers and pillars of health 80 to 150 inside the field', () => {
  const types = new Set<string>();
  for (let seed = 0; seed < 400; seed += 1) {
    for (const [width, height] of [
      [1400, 900],
      [390, 700],
      [360, 420],
    ] as const) {
      const obstacles = layOut(width, height, createRandom(seed));
      expect(obstacles.length).toBeGreaterThan(0);
      for (const { type, x, y, width: wide, height: high, health, maxHealth } of obstacles) {
        types.add(type);
        expect(health).toBe(maxHealth);
        expect(health).toBeGreaterThanOrEqual(80);
        expect(health).toBeLessThanOrEqual(150);
        expect(x >= 0 && x + wide <= width && y > 0 && y + high < height - 60).toBe(true);
      }
    }
  }
  expect([...types].toSorted()).toEqual(['barrier', 'pillar', 'wall']);
  expect(layOut(1400, 900, createRandom(7))).toEqual(layOut(1400, 900, createRandom(7)));
  expect(layOut(1400, 900, createRandom(7))).not.toEqual(layOut(1400, 900, createRandom(8)));
});

test('a Challenge ends with the tenth enemy; Endless goes on', () => {
  for (const [mode, over] of [
    ['challenge', true],
    ['endless', false],
  ] as const) {
    const game = Object.assign(createGame({ width: 1400, height: 900, seed: 1, mode }), { enemy: 9 });
    expect(game.over).toBe(false);
    game.gladiators = [aGladiator('green', 100, 839)];
    step(game, IDLE, never);
    expect([game.enemy, game.over]).toEqual([10, over]);
    const { tick } = game;
    step(game, IDLE, never);
    expect(game.tick).toBe(over ? tick : tick + 1);
  }
});

/** Lets the bot play on a display with this many frames per second. */
function playAt(hertz: number, ticks: number): Game {
  const game = createGame({ width: 1400, height: 900, seed: 42, mode: 'endless' });
  const dice = diceOf(42);
  const play = createBot();
  const fixed = createFixedStep();
  for (let frame = 0; game.tick < ticks; frame += 1) {
    fixed.advance((frame * 1000) / hertz, () => {
      if (game.tick < ticks) step(game, play(game), dice);
    });
  }
  return game;
}

test('the same seed and inputs give the same score and hash at 30, 60 and 144 Hz', () => {
  const games = [30, 60, 144].map((hertz) => playAt(hertz, 5400));
  const [first] = games;
  expect(first!.your).toBeGreaterThan(10);
  for (const game of games) {
    expect([game.your, game.enemy, game.wave, hashOf(game)]).toEqual([first!.your, first!.enemy, first!.wave, hashOf(first!)]);
  }
});

test('a different seed or input gives a different hash', () => {
  const hashes = [
    [1, 0],
    [2, 0],
    [1, 5],
  ].map(([seed, aim]) => {
    const game = createGame({ width: 800, height: 600, seed: seed!, mode: 'endless' });
    const dice = diceOf(seed!);
    run(game, 100, { move: 0, fire: true, aim: aim! }, dice);
    return hashOf(game);
  });
  expect(new Set(hashes).size).toBe(3);
});

test('a direction has length one and is level at both ends of the aim range', () => {
  for (const aim of [-2048, -1000, -1, 0, 7, 2048]) {
    const { x, y } = directionOf(aim);
    expect(Math.hypot(x, y)).toBeCloseTo(1, 12);
  }
  expect(directionOf(2048)).toEqual({ x: 1, y: 0 });
  expect(directionOf(0)).toEqual({ x: 0, y: -1 });
});
