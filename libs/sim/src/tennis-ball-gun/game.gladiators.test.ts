import { createRandom } from '../random.ts';
import type { Game } from './bodies.ts';
import { aBall, aGame, aGladiator, IDLE, never, run } from './game.factory.ts';
import { accuracyOf, isShieldReady, step } from './game.model.ts';
import { KINDS } from './rules.ts';
import { spawnChance } from './spawn.ts';

test.each([
  ['red', 60, 1.2, false, 2],
  ['blue', 100, 0.8, true, 4],
  ['green', 40, 2, false, 2],
  ['yellow', 80, 1.5, true, 3],
] as const)('%s: health %d, speed %d, shield %s; falls to %d hits', (kind, health, speed, shield, hits) => {
  const gladiator = aGladiator(kind);
  expect(gladiator).toMatchObject({ health, maxHealth: health, speed, shield, width: 45, height: 60, lastShieldTick: null });
  const game = aGame({ gladiators: [gladiator] });
  step(game, IDLE, never);
  expect(gladiator.y).toBeCloseTo(300 + speed, 9);
  gladiator.lastShieldTick = 1;
  for (let hit = 1; hit <= hits; hit += 1) {
    expect(game.your).toBe(0);
    game.balls = [aBall({ x: gladiator.x + 20, y: gladiator.y + 72, vy: -20 })];
    step(game, IDLE, never);
    expect(gladiator.health).toBe(health - 30 * hit);
    expect(game.balls).toHaveLength(0);
  }
  expect(game).toMatchObject({ your: 1, gladiators: [] });
});

function shootAt(game: Game): void {
  const [gladiator] = game.gladiators;
  game.balls = [aBall({ x: gladiator!.x + 20, y: gladiator!.y + 72, vy: -20.3 })];
  step(game, IDLE, never);
}

test('a shield that has never been used blocks the first hit, and the ball bounces off at 0.7', () => {
  const game = aGame({ gladiators: [aGladiator('blue')] });
  shootAt(game);
  expect(game.gladiators[0]).toMatchObject({ health: 100, lastShieldTick: 1 });
  expect(game.balls[0]).toMatchObject({ vy: expect.closeTo(14, 6), bounces: 1 });
  expect(game.hits).toBe(0);
});

test('a used shield blocks again more than 3 seconds later, not at exactly 3 seconds', () => {
  const gladiator = aGladiator('yellow');
  gladiator.lastShieldTick = 100;
  expect(isShieldReady(gladiator, 280)).toBe(false);
  expect(isShieldReady(gladiator, 281)).toBe(true);
  const game = aGame({ gladiators: [gladiator], tick: 279 });
  shootAt(game);
  expect(gladiator.health).toBe(50);
  shootAt(game);
  expect(gladiator).toMatchObject({ health: 50, lastShieldTick: 281 });
});

test('red and green have no shield', () => {
  for (const kind of ['red', 'green'] as const) expect(isShieldReady(aGladiator(kind), 1_000_000)).toBe(false);
});

test('reaching the bottom adds one to ENEMY, once, and ends the streak', () => {
  const game = aGame({ gladiators: [aGladiator('red', 100, 900 - 60 - 1.3)], streak: 4 });
  step(game, IDLE, never);
  expect(game).toMatchObject({ enemy: 0, streak: 4 });
  step(game, IDLE, never);
  expect(game).toMatchObject({ enemy: 1, your: 0, streak: 0, gladiators: [] });
  run(game, 20);
  expect(game.enemy).toBe(1);
});

test('killing adds one to YOUR and to the streak; accuracy is hits over shots', () => {
  const gladiator = aGladiator('green');
  const game = aGame({ gladiators: [gladiator] });
  shootAt(game);
  shootAt(game);
  expect(game).toMatchObject({ your: 1, enemy: 0, streak: 1, bestStreak: 1, hits: 2 });
  expect(accuracyOf({ shots: 8, hits: 2 })).toBe(0.25);
  expect(accuracyOf({ shots: 0, hits: 0 })).toBeNull();
});

test('a gladiator appears with a probability of 0.005 + 0.002 x wave per tick, above the field', () => {
  expect([1, 5, 20].map((wave) => Number(spawnChance(wave).toFixed(6)))).toEqual([0.007, 0.015, 0.045]);
  for (const [roll, count] of [
    [0.006_99, 1],
    [0.007, 0],
  ] as const) {
    const game = aGame();
    step(game, IDLE, () => roll);
    expect(game.gladiators).toHaveLength(count);
  }
  const game = aGame({ wave: 20 });
  const dice = createRandom(4);
  const kinds = new Map<string, number>();
  let spawned = 0;
  for (let tick = 0; tick < 30_000; tick += 1) {
    game.tick = 0;
    step(game, IDLE, dice);
    for (const { kind, x, y, speed } of game.gladiators) {
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      expect(y).toBeCloseTo(-60 + speed, 9);
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + 45).toBeLessThanOrEqual(1400);
    }
    spawned += game.gladiators.length;
    game.gladiators = [];
  }
  expect(Math.abs(spawned / 30_000 - 0.045)).toBeLessThan(0.004);
  expect([...kinds.keys()].toSorted()).toEqual([...KINDS].toSorted());
});
