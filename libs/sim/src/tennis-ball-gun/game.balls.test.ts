import { createRandom } from '../random.ts';
import type { Obstacle } from './bodies.ts';
import { aBall, aGame, aGladiator, IDLE, never, run } from './game.factory.ts';
import { step } from './game.model.ts';

test('a ball leaves at 25 px per tick, and gravity adds 0.3 each tick', () => {
  const game = aGame();
  step(game, { ...IDLE, fire: true }, never);
  expect(game.balls).toHaveLength(1);
  expect(game.balls[0]).toMatchObject({ vx: 0, vy: -25 + 0.3 });
  expect(game.cannon.y - game.balls[0]!.y).toBeCloseTo(24.7, 9);
  step(game, IDLE, never);
  expect(game.balls[0]!.vy).toBeCloseTo(-24.4, 9);
});

test('the speed is 25 whichever way the barrel points', () => {
  for (const aim of [-1900, -700, 0, 333, 1500]) {
    const game = aGame();
    step(game, { ...IDLE, fire: true, aim }, never);
    const { vx, vy } = game.balls[0]!;
    expect(Math.hypot(vx, vy - 0.3)).toBeCloseTo(25, 9);
  }
});

test.each([
  ['left wall', { x: 9, vx: -10 }, 'vx', 8],
  ['right wall', { x: 1391, vx: 10 }, 'vx', -8],
  ['ceiling', { y: 9, vy: -10.3 }, 'vy', 7],
  ['floor', { y: 891, vy: 9.7 }, 'vy', -8],
] as const)('a bounce off the %s keeps its share of the speed', (_name, ball, axis, speed) => {
  const game = aGame({ balls: [aBall(ball)] });
  step(game, IDLE, never);
  expect(game.balls[0]![axis]).toBeCloseTo(speed, 9);
  expect(game.balls[0]!.bounces).toBe(1);
});

test('a bounce off an obstacle keeps 0.7 of the speed perpendicular to it and damages it', () => {
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

test('a ball bounces when its edge touches a wall: its radius is 8', () => {
  const game = aGame({ balls: [aBall({ x: 700, y: 400, vx: -60, vy: -0.3 })] });
  let minX = Infinity;
  for (let tick = 0; tick < 30 && game.balls.length > 0; tick += 1) {
    step(game, IDLE, never);
    minX = Math.min(minX, ...game.balls.map(({ x }) => x));
  }
  expect(minX).toBeGreaterThanOrEqual(8);
  expect(minX).toBeLessThan(60);
  const resting = aGame({ balls: [aBall({ y: 891.9, vy: 0, ticks: 0 })] });
  step(resting, IDLE, never);
  expect(resting.balls[0]!.y).toBeLessThanOrEqual(892);
});

test('a ball lives 8 seconds', () => {
  // Gravity is undone on every tick, so that the ball stays in the air and hits nothing.
  const game = aGame({ balls: [aBall({})] });
  for (let tick = 1; tick <= 479; tick += 1) {
    game.balls[0]!.vy = -0.3;
    step(game, IDLE, never);
  }
  expect(game.balls).toHaveLength(1);
  step(game, IDLE, never);
  expect(game.balls).toHaveLength(0);
});

test('a ball lasts 6 bounces', () => {
  const game = aGame({ balls: [aBall({ x: 100, vx: 25, y: 100 })] });
  let maxBounces = 0;
  while (game.balls.length > 0) {
    maxBounces = Math.max(maxBounces, game.balls[0]!.bounces);
    step(game, IDLE, never);
    if (game.tick > 480) throw new Error('it never ended');
  }
  expect(maxBounces).toBe(5);
});

test('no ball passes through a wall 4 px thick, from either side, at any speed and angle', () => {
  const random = createRandom(2026);
  let nearest = Infinity;
  for (const isHorizontal of [true, false]) {
    for (let shot = 0; shot < 1500; shot += 1) {
      const wall: Obstacle = isHorizontal
        ? { type: 'wall', x: 0, y: 448, width: 1400, height: 4, health: Infinity, maxHealth: Infinity }
        : { type: 'wall', x: 698, y: 0, width: 4, height: 900, health: Infinity, maxHealth: Infinity };
      const side = random() < 0.5 ? -1 : 1;
      const angle = random() * 2 * Math.PI;
      const speed = 25 + random() * 75;
      const ball = aBall({
        x: isHorizontal ? 100 + random() * 1200 : 700 + side * (12 + random() * 400),
        y: isHorizontal ? 450 + side * (12 + random() * 400) : 100 + random() * 700,
        vx: Math.cos(angle) * speed,
        vy: Math.sin(angle) * speed,
      });
      const game = aGame({ balls: [ball], obstacles: [wall] });
      for (let tick = 0; tick < 40 && game.balls.length > 0; tick += 1) {
        step(game, IDLE, never);
        const off = isHorizontal ? ball.y - 450 : ball.x - 700;
        nearest = Math.min(nearest, off * side);
      }
    }
  }
  // Half the wall and the ball's radius.
  expect(nearest).toBeGreaterThanOrEqual(2 + 8);
  expect(nearest).toBeLessThan(2 + 8 + 0.01);
});

test('a ball hits a gladiator in its path at any speed, even one right above the cannon', () => {
  const far = aGame({ gladiators: [aGladiator('red', 690, 300)], balls: [aBall({ x: 700, y: 600, vy: -400 })] });
  step(far, IDLE, never);
  expect(far.gladiators[0]!.health).toBe(30);
  const near = aGame({ gladiators: [aGladiator('red', 680, 815)] });
  step(near, { ...IDLE, fire: true }, never);
  expect(near.gladiators[0]!.health).toBe(30);
});
