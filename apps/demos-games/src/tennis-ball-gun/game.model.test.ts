import { createFixedStep, createRandom } from '@site/sim';
import { directionOf } from './aim.ts';
import type { Ball, Game, Input, Obstacle } from './bodies.ts';
import { createBot } from './bot.ts';
import { accuracyOf, createGame, diceOf, hashOf, isShieldReady, step } from './game.model.ts';
import { runScenario, SCENARIOS } from './game.scenarios.ts';
import { KINDS, type Kind } from './rules.ts';
import { layOut, makeGladiator, spawnChance } from './spawn.ts';

const IDLE: Input = { move: 0, fire: false, aim: 0 };
const never = () => 0.999_999;

function aGame(change: Partial<Game> = {}): Game {
  const game = createGame({ width: 1400, height: 900, seed: 1, mode: 'endless' });
  game.obstacles.length = 0;
  return Object.assign(game, change);
}

const aBall = (change: Partial<Ball>): Ball => ({
  id: 1,
  x: 700,
  y: 400,
  vx: 0,
  vy: 0,
  bounces: 0,
  ticks: 0,
  lastX: 700,
  lastY: 400,
  ...change,
});

const aGladiator = (kind: Kind, x = 700, y = 300) => makeGladiator(kind, 99, x, y);

const run = (game: Game, ticks: number, input: Input = IDLE, dice = never) => {
  for (let tick = 0; tick < ticks; tick += 1) step(game, input, dice);
};

test('a game begins with no scores, wave 1, no balls, no enemies, and a cannon at rest in the middle of the floor', () => {
  const game = createGame({ width: 1400, height: 900, seed: 5, mode: 'endless' });
  expect(game).toMatchObject({ your: 0, enemy: 0, wave: 1, tick: 0, balls: [], gladiators: [], over: false });
  expect(game.cannon).toMatchObject({ x: 700, cooldown: 0 });
});

test('the cannon moves 3 px a tick and stops at both sides', () => {
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

test('a ball leaves at 25 px a tick and falls by 0.3 more in each', () => {
  const game = aGame();
  step(game, { ...IDLE, fire: true }, never);
  expect(game.balls).toHaveLength(1);
  expect(game.balls[0]).toMatchObject({ vx: 0, vy: -25 + 0.3 });
  expect(game.cannon.y - game.balls[0]!.y).toBeCloseTo(24.7, 9);
  step(game, IDLE, never);
  expect(game.balls[0]!.vy).toBeCloseTo(-24.4, 9);
});

test('the speed is 25 in every direction of the barrel', () => {
  for (const aim of [-1900, -700, 0, 333, 1500]) {
    const game = aGame();
    step(game, { ...IDLE, fire: true, aim }, never);
    const { vx, vy } = game.balls[0]!;
    expect(Math.hypot(vx, vy - 0.3)).toBeCloseTo(25, 9);
  }
});

test('it cannot fire while its cooldown of 5 ticks is above zero: twelve shots a second', () => {
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
  ['left wall', { x: 9, vx: -10 }, 'vx', 8],
  ['right wall', { x: 1391, vx: 10 }, 'vx', -8],
  ['ceiling', { y: 9, vy: -10.3 }, 'vy', 7],
  ['floor', { y: 891, vy: 9.7 }, 'vy', -8],
] as const)('the %s leaves its share of the speed', (_name, ball, axis, speed) => {
  const game = aGame({ balls: [aBall(ball)] });
  step(game, IDLE, never);
  expect(game.balls[0]![axis]).toBeCloseTo(speed, 9);
  expect(game.balls[0]!.bounces).toBe(1);
});

test('an obstacle leaves 0.7 of the speed across it, and is worn by the bounce', () => {
  const obstacle: Obstacle = { type: 'wall', x: 650, y: 300, width: 100, height: 20, health: 80, maxHealth: 80 };
  const game = aGame({ balls: [aBall({ y: 340, vy: -20.3, vx: 2 })], obstacles: [obstacle] });
  step(game, IDLE, never);
  expect(game.balls[0]!.vy).toBeCloseTo(0.7 * 20, 9);
  expect(game.balls[0]).toMatchObject({ vx: 2, bounces: 1 });
  expect(obstacle.health).toBe(50);
});

test('an obstacle without health lets balls through, and the next wave rebuilds it', () => {
  const obstacle: Obstacle = { type: 'wall', x: 0, y: 300, width: 1400, height: 20, health: 0, maxHealth: 90 };
  const game = aGame({ balls: [aBall({ y: 400, vy: -25 })], obstacles: [obstacle], tick: 1700 });
  run(game, 10);
  expect(game.balls[0]!.y).toBeLessThan(280);
  run(game, 100);
  expect([game.wave, obstacle.health]).toEqual([2, 90]);
});

test('a ball touches a wall with its edge: its radius is 8', () => {
  const game = aGame({ balls: [aBall({ x: 700, y: 400, vx: -60, vy: -0.3 })] });
  let least = Infinity;
  for (let tick = 0; tick < 30 && game.balls.length > 0; tick += 1) {
    step(game, IDLE, never);
    least = Math.min(least, ...game.balls.map(({ x }) => x));
  }
  expect(least).toBeGreaterThanOrEqual(8);
  expect(least).toBeLessThan(60);
  const resting = aGame({ balls: [aBall({ y: 891.9, vy: 0, ticks: 0 })] });
  step(resting, IDLE, never);
  expect(resting.balls[0]!.y).toBeLessThanOrEqual(892);
});

test('a ball lives 8 seconds', () => {
  // So slow a fall that nothing is met: gravity is taken back at every tick.
  const game = aGame({ balls: [aBall({})] });
  for (let tick = 1; tick <= 479; tick += 1) {
    game.balls[0]!.vy = -0.3;
    step(game, IDLE, never);
  }
  expect(game.balls).toHaveLength(1);
  step(game, IDLE, never);
  expect(game.balls).toHaveLength(0);
});

test('a ball lives 6 bounces', () => {
  const game = aGame({ balls: [aBall({ x: 100, vx: 25, y: 100 })] });
  let most = 0;
  while (game.balls.length > 0) {
    most = Math.max(most, game.balls[0]!.bounces);
    step(game, IDLE, never);
    if (game.tick > 480) throw new Error('it never ended');
  }
  expect(most).toBe(5);
});

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

test('a shield that was never used blocks the first hit, and the ball bounces off at 0.7', () => {
  const game = aGame({ gladiators: [aGladiator('blue')] });
  shootAt(game);
  expect(game.gladiators[0]).toMatchObject({ health: 100, lastShieldTick: 1 });
  expect(game.balls[0]).toMatchObject({ vy: expect.closeTo(14, 6), bounces: 1 });
  expect(game.hits).toBe(0);
});

test('a used shield blocks again when that was over 3 seconds ago, not at 3 seconds', () => {
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

test('red and green have no shield to block with', () => {
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

test.each([
  [1800, 1],
  [1801, 2],
  [3600, 2],
  [3601, 3],
  [18_001, 11],
])('after %d ticks it is wave %d: elapsed time must exceed the wave’s number times 30 s', (ticks, wave) => {
  const game = aGame();
  run(game, ticks);
  expect(game.wave).toBe(wave);
});

test('a gladiator comes with a chance of 0.005 + 0.002 x wave a tick, from above the field', () => {
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

test('no ball passes a wall 4 px thin, from either side, at any speed and angle', () => {
  const random = createRandom(2026);
  let nearest = Infinity;
  for (const lying of [true, false]) {
    for (let shot = 0; shot < 1500; shot += 1) {
      const wall: Obstacle = lying
        ? { type: 'wall', x: 0, y: 448, width: 1400, height: 4, health: Infinity, maxHealth: Infinity }
        : { type: 'wall', x: 698, y: 0, width: 4, height: 900, health: Infinity, maxHealth: Infinity };
      const side = random() < 0.5 ? -1 : 1;
      const angle = random() * 2 * Math.PI;
      const speed = 25 + random() * 75;
      const ball = aBall({
        x: lying ? 100 + random() * 1200 : 700 + side * (12 + random() * 400),
        y: lying ? 450 + side * (12 + random() * 400) : 100 + random() * 700,
        vx: Math.cos(angle) * speed,
        vy: Math.sin(angle) * speed,
      });
      const game = aGame({ balls: [ball], obstacles: [wall] });
      for (let tick = 0; tick < 40 && game.balls.length > 0; tick += 1) {
        step(game, IDLE, never);
        const off = lying ? ball.y - 450 : ball.x - 700;
        nearest = Math.min(nearest, off * side);
      }
    }
  }
  // Half the wall and the ball's radius.
  expect(nearest).toBeGreaterThanOrEqual(2 + 8);
  expect(nearest).toBeLessThan(2 + 8 + 0.01);
});

test('a ball meets a gladiator on its way, however fast, and one right above the cannon too', () => {
  const far = aGame({ gladiators: [aGladiator('red', 690, 300)], balls: [aBall({ x: 700, y: 600, vy: -400 })] });
  step(far, IDLE, never);
  expect(far.gladiators[0]!.health).toBe(30);
  const near = aGame({ gladiators: [aGladiator('red', 680, 815)] });
  step(near, { ...IDLE, fire: true }, never);
  expect(near.gladiators[0]!.health).toBe(30);
});

/** Plays a fixed sequence of inputs on a display of so many frames a second. */
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

test('another seed, and another input, give another hash', () => {
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

test.each(Object.keys(SCENARIOS))(
  'scenario %s runs ten thousand ticks with every number finite and every ball inside',
  (name) => {
    let your = 0;
    runScenario(name, 10_000, { width: 1400, height: 900 }, (game) => {
      for (const { x, y, vx, vy } of game.balls) {
        if (![x, y, vx, vy].every(Number.isFinite)) throw new Error(`tick ${game.tick}: a ball is nowhere`);
        if (x < 7.9 || x > 1392.1 || y < 7.9 || y > 892.1) throw new Error(`tick ${game.tick}: a ball left at ${x}, ${y}`);
      }
      if (game.your < your) throw new Error(`tick ${game.tick}: a score fell`);
      your = game.your;
    });
    expect(runScenario('no such thing', 1, { width: 100, height: 100 })).toBeUndefined();
  },
);

test('a direction is one long and its aim level at both ends', () => {
  for (const aim of [-2048, -1000, -1, 0, 7, 2048]) {
    const { x, y } = directionOf(aim);
    expect(Math.hypot(x, y)).toBeCloseTo(1, 12);
  }
  expect(directionOf(2048)).toEqual({ x: 1, y: 0 });
  expect(directionOf(0)).toEqual({ x: 0, y: -1 });
});
