import { createRandom } from '@site/sim';
import { initialBalls, isInside, run, SECOND } from './balls.factory.ts';
import { burst, energyOf, hold, nudge, release, resize, scatter, setGravity, step } from './balls.model.ts';
import { deepestOverlap } from './balls.neighbors.ts';
import { GRAVITY, RADIUS, type Balls } from './balls.rules.ts';
import { runScenario, SCENARIOS } from './balls.scenarios.ts';

const isFinite = (balls: Balls) => [balls.x, balls.y, balls.vx, balls.vy].every((numbers) => numbers.every(Number.isFinite));

for (const [width, height] of [
  [1280, 800],
  [390, 844],
  [844, 390],
  [2560, 1300],
] as const) {
  test(`${width}x${height}: the pile overlaps by less than 0.5 px after five seconds and is asleep after thirty`, () => {
    const balls = run(initialBalls({ width, height }), 5 * SECOND);
    expect(deepestOverlap(balls)).toBeLessThan(0.5);
    run(balls, 25 * SECOND);
    expect(balls.asleep).toBe(true);
    const still = Float64Array.from(balls.y);
    run(balls, SECOND);
    expect(balls.y).toEqual(still);
    expect(deepestOverlap(balls)).toBeLessThan(0.5);
  });
}

const INPUTS: Readonly<Record<string, (balls: Balls) => void>> = {
  'the start': () => {},
  'a tilt': (balls) => setGravity(balls, GRAVITY, 0),
  'a burst': (balls) => burst(balls, 640, 700, 400, 40),
  'a shake': (balls) => scatter(balls, createRandom(3), 30),
  'a nudge': (balls) => nudge(balls, 20, -20),
  'a smaller window': (balls) => resize(balls, 700, 500),
  'strong upward gravity': (balls) => setGravity(balls, 0, -5 * GRAVITY),
  'the release of a ball': (balls) => {
    hold(balls, 1, 100, 640, 300);
    run(balls, 30);
    release(balls, 1, 15, -15);
  },
};

for (const [name, input] of Object.entries(INPUTS)) {
  test(`energy never rises after ${name}, and overlap is below 0.5 px five seconds later`, () => {
    const balls = run(initialBalls(), 3 * SECOND);
    input(balls);
    step(balls);
    let last = energyOf(balls);
    let rise = 0;
    run(balls, 5 * SECOND, () => {
      const energy = energyOf(balls);
      rise = Math.max(rise, energy - last);
      last = energy;
    });
    // Rounding of a sum of some 50,000 px² per tick².
    expect(rise).toBeLessThan(1e-8);
    expect(deepestOverlap(balls)).toBeLessThan(0.5);
  });
}

for (const name of Object.keys(SCENARIOS)) {
  test(`scenario ${name}: 10,000 steps inside the walls and without NaN, overlap below 0.5 px at the end, asleep`, () => {
    const balls = runScenario(name, 10_000, 1000, 700)!;
    expect(isFinite(balls)).toBe(true);
    expect(isInside(balls)).toBe(true);
    expect(deepestOverlap(balls)).toBeLessThan(0.5);
    expect(balls.asleep || balls.holds.length > 0).toBe(true);
  });
}

test('with gravity five times as strong, turning every half second, no ball leaves the box or becomes NaN', () => {
  const balls = initialBalls();
  for (let turn = 0; turn < 20; turn += 1) {
    const angle = (turn * Math.PI) / 2;
    setGravity(balls, 5 * GRAVITY * Math.cos(angle), 5 * GRAVITY * Math.sin(angle));
    run(balls, 30);
    expect(isInside(balls)).toBe(true);
  }
  expect(isFinite(balls)).toBe(true);
  setGravity(balls, 0, GRAVITY);
  expect(deepestOverlap(run(balls, 5 * SECOND))).toBeLessThan(0.5);
});

test('however small the box gets, every ball is inside at once, and apart five seconds later', () => {
  const balls = run(initialBalls(), 10 * SECOND);
  for (const [width, height] of [
    [390, 600],
    [1000, 300],
    [360, 360],
  ] as const) {
    resize(balls, width, height);
    expect(isInside(balls)).toBe(true);
    run(balls, 5 * SECOND);
    expect(isInside(balls)).toBe(true);
    expect(deepestOverlap(balls)).toBeLessThan(0.5);
  }
});

test('a crowd in a shrinking window stays inside and separates without blocking the page', () => {
  const balls = run(initialBalls({ width: 2560, height: 1600, count: 1332 }), SECOND);
  resize(balls, 1600, 1300);
  expect(isInside(balls)).toBe(true);
  run(balls, 5 * SECOND);
  expect(isInside(balls)).toBe(true);
  expect(deepestOverlap(balls)).toBeLessThan(RADIUS / 2);
});
