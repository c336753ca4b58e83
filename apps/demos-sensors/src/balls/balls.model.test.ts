import { initialBalls, isInside, run, SECOND } from './balls.factory.ts';
import { advance, ballAt, burst, hold, release, setGravity, step } from './balls.model.ts';
import { deepestOverlap } from './balls.neighbors.ts';
import { BALL_COUNT, COLLISION_DAMPING, DIAMETER, GRAVITY, RADIUS, WALL_DAMPING, type Balls } from './balls.rules.ts';

/** A few balls in a wide box, by default without gravity. */
function ballsWith(positions: readonly (readonly [x: number, y: number, vx: number, vy: number])[], gravity = 0): Balls {
  const balls = initialBalls({ count: positions.length });
  setGravity(balls, 0, gravity);
  positions.forEach(([x, y, vx, vy], i) => set(balls, i, x, y, vx, vy));
  return balls;
}

function set(balls: Balls, i: number, x: number, y: number, vx: number, vy: number): void {
  balls.x[i] = x;
  balls.y[i] = y;
  balls.vx[i] = vx;
  balls.vy[i] = vy;
  balls.work.maxDisplacement = Infinity;
}

test('the specified constants: 333 balls of diameter 15, damping 0.9 and 0.8, gravity 0.2', () => {
  expect([BALL_COUNT, DIAMETER, COLLISION_DAMPING, WALL_DAMPING, GRAVITY]).toEqual([333, 15, 0.9, 0.8, 0.2]);
  const balls = initialBalls();
  expect([balls.count, balls.x.length, balls.gravityX, balls.gravityY]).toEqual([333, 333, 0, 0.2]);
});

test('a free ball falls at 0.2 px per tick squared, within 3% of theory', () => {
  const balls = run(ballsWith([[640, 100, 0, 0]], GRAVITY), SECOND);
  expect(balls.vy[0]).toBeCloseTo(GRAVITY * 60, 6);
  expect(Math.abs(balls.y[0]! - 100 - 0.5 * GRAVITY * 60 * 60) / 360).toBeLessThan(0.03);
});

test('a bounce off a wall keeps 0.8 of the speed', () => {
  expect(run(ballsWith([[1200, 400, 10, 0]]), 30).vx[0]).toBeCloseTo(-8, 6);
  expect(run(ballsWith([[60, 400, -10, 0]]), 30).vx[0]).toBeCloseTo(8, 6);
  expect(run(ballsWith([[640, 60, 0, -10]]), 30).vy[0]).toBeCloseTo(8, 6);
  expect(run(ballsWith([[640, 740, 0, 10]]), 30).vy[0]).toBeCloseTo(-8, 6);
});

test('two balls that collide head-on separate at 0.9 of the speed and keep their momentum', () => {
  const balls = run(
    ballsWith([
      [600, 400, 5, 0],
      [700, 400, -5, 0],
    ]),
    30,
  );
  expect(balls.vx[0]).toBeCloseTo(-4.5, 2);
  expect(balls.vx[1]).toBeCloseTo(4.5, 2);
  const struck = run(
    ballsWith([
      [600, 400, 6, 0],
      [700, 400, 0, 0],
    ]),
    30,
  );
  expect(struck.vx[0]! + struck.vx[1]!).toBeCloseTo(6, 6);
  expect(struck.vx[1]! - struck.vx[0]!).toBeCloseTo(5.4, 2);
});

test('a dropped ball rises to 0.64 of its height, the square of the wall damping, within 0.02', () => {
  const balls = ballsWith([[640, 93.5, 0, 0]], GRAVITY);
  let top = balls.height;
  let hasBounced = false;
  run(balls, 200, ({ vy, y }) => {
    hasBounced ||= vy[0]! < 0;
    if (hasBounced) top = Math.min(top, y[0]!);
  });
  expect(Math.abs((balls.height - RADIUS - top) / 699 - 0.64)).toBeLessThan(0.02);
});

test('the same seed ends in the same state to the last bit, a different seed in a different one', () => {
  const end = (seed: number) => run(initialBalls({ seed }), 5 * SECOND);
  const one = end(42);
  const again = end(42);
  expect(again.x).toEqual(one.x);
  expect(again.y).toEqual(one.y);
  expect(end(43).x).not.toEqual(one.x);
});

test('an imperceptible tilt does not wake the pile; a real one wakes and moves it', () => {
  const balls = run(initialBalls(), 30 * SECOND);
  setGravity(balls, 0.001, GRAVITY);
  expect(balls.asleep).toBe(true);
  const mean = (numbers: Float64Array) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const before = mean(balls.x);
  setGravity(balls, GRAVITY, 0);
  expect(balls.asleep).toBe(false);
  run(balls, 3 * SECOND);
  expect(mean(balls.x)).toBeGreaterThan(before + 300);
  const low = mean(balls.y);
  setGravity(balls, 0, -GRAVITY);
  run(balls, 3 * SECOND);
  expect(mean(balls.y)).toBeLessThan(low - 100);
});

test('a held ball moves to the pointer through the crowd and flies on at the speed of the throw', () => {
  const balls = run(initialBalls(), 10 * SECOND);
  const ball = ballAt(balls, balls.x[7]!, balls.y[7]!, 30);
  expect(ball).toBe(7);
  hold(balls, 1, ball, 640, 200);
  run(balls, SECOND);
  expect(Math.hypot(balls.x[7]! - 640, balls.y[7]! - 200)).toBeLessThan(0.5);
  expect(balls.asleep).toBe(false);
  release(balls, 1, 10, -10);
  step(balls);
  expect(balls.vx[7]).toBeCloseTo(10, 6);
  expect(balls.vy[7]).toBeCloseTo(-9.8, 6);
});

test('a pointer outside the box leaves the ball inside; where there is no ball, there is nothing to grab', () => {
  const balls = initialBalls();
  hold(balls, 1, 0, -500, 5000);
  run(balls, 2 * SECOND);
  expect(isInside(balls)).toBe(true);
  expect(ballAt(balls, 3, 3, 20)).toBe(-1);
});

test('two fingers hold two balls, neither can take the other’s, and each throws its own', () => {
  const balls = run(initialBalls(), 10 * SECOND);
  hold(balls, 1, 7, 300, 200);
  const other = ballAt(balls, balls.x[7]!, balls.y[7]!, 40);
  expect(other).not.toBe(7);
  hold(balls, 2, other, 900, 200);
  run(balls, SECOND);
  expect(Math.hypot(balls.x[7]! - 300, balls.y[7]! - 200)).toBeLessThan(0.5);
  expect(Math.hypot(balls.x[other]! - 900, balls.y[other]! - 200)).toBeLessThan(0.5);
  release(balls, 1, -5, 0);
  run(balls, SECOND);
  expect(balls.x[7]).toBeLessThan(250);
  expect(Math.hypot(balls.x[other]! - 900, balls.y[other]! - 200)).toBeLessThan(0.5);
});

test('a tick computed substep by substep ends in the same state as a whole tick', () => {
  const whole = run(initialBalls(), 100);
  const stepwise = initialBalls();
  let substeps = 0;
  for (let tick = 0; tick < 100; tick += 1) {
    let done = false;
    while (!done) {
      done = advance(stepwise);
      substeps += 1;
    }
  }
  expect(substeps).toBeGreaterThanOrEqual(800);
  expect(stepwise.ticks).toBe(100);
  expect([...stepwise.x]).toEqual([...whole.x]);
  expect([...stepwise.vy]).toEqual([...whole.vy]);
});

test('a tick has eight substeps, more where a ball would cross more than a radius in one, and at most sixteen', () => {
  const substepsAt = (speed: number) => {
    const balls = ballsWith([[640, 400, speed, 0]]);
    let substeps = 1;
    while (!advance(balls)) substeps += 1;
    return substeps;
  };
  expect([0, 8 * RADIUS, 8.5 * RADIUS, 12 * RADIUS, 16 * RADIUS, 100 * RADIUS].map(substepsAt)).toEqual([8, 8, 9, 12, 16, 16]);
});

test('a burst pushes nearby balls away from the point and leaves the others alone', () => {
  const balls = ballsWith([
    [600, 400, 0, 0],
    [700, 400, 0, 0],
    [1200, 400, 0, 0],
  ]);
  burst(balls, 650, 400, 200, 20);
  expect(balls.vx[0]).toBeCloseTo(-15);
  expect(balls.vx[1]).toBeCloseTo(15);
  expect(balls.vx[2]).toBe(0);
});

test('in the initial sunflower no ball touches a wall or another ball', () => {
  expect(deepestOverlap(initialBalls())).toBe(0);
  expect(isInside(initialBalls({ width: 390, height: 844 }))).toBe(true);
});

test('pairs come from a grid: ten times the balls give ten times the pairs, not a hundred times', () => {
  const pairs = (count: number) => {
    const scale = Math.sqrt(count / BALL_COUNT);
    const balls = initialBalls({ width: 1280 * scale, height: 800 * scale, count });
    deepestOverlap(balls);
    return balls.work.pairs;
  };
  const [few, many] = [pairs(333), pairs(3330)];
  expect(Math.log10(many / few)).toBeLessThan(1.2);
});
