import { createRandom } from '@site/sim';
import { aTray, isInside, run, SECOND } from './balls.factory.ts';
import { burst, energyOf, hold, nudge, release, resize, scatter, setGravity, step } from './balls.model.ts';
import { deepestOverlap } from './balls.neighbors.ts';
import { GRAVITY, RADIUS, type Balls } from './balls.rules.ts';
import { runScenario, SCENARIOS } from './balls.scenarios.ts';

const isFinite = (tray: Balls) => [tray.x, tray.y, tray.vx, tray.vy].every((numbers) => numbers.every(Number.isFinite));

for (const [width, height] of [
  [1280, 800],
  [390, 844],
  [844, 390],
  [2560, 1300],
] as const) {
  test(`${width}x${height}: the pile rests, sleeps, and overlaps by less than 0.5 px after five seconds`, () => {
    const tray = run(aTray({ width, height }), 5 * SECOND);
    expect(deepestOverlap(tray)).toBeLessThan(0.5);
    run(tray, 25 * SECOND);
    expect(tray.asleep).toBe(true);
    const still = Float64Array.from(tray.y);
    run(tray, SECOND);
    expect(tray.y).toEqual(still);
    expect(deepestOverlap(tray)).toBeLessThan(0.5);
  });
}

const INPUTS: Readonly<Record<string, (tray: Balls) => void>> = {
  'the start': () => {},
  'a tilt': (tray) => setGravity(tray, GRAVITY, 0),
  'a burst': (tray) => burst(tray, 640, 700, 400, 40),
  'a shake': (tray) => scatter(tray, createRandom(3), 30),
  'a nudge': (tray) => nudge(tray, 20, -20),
  'a smaller window': (tray) => resize(tray, 700, 500),
  'strong upward gravity': (tray) => setGravity(tray, 0, -5 * GRAVITY),
  'a ball let go': (tray) => {
    hold(tray, 1, 100, 640, 300);
    run(tray, 30);
    release(tray, 1, 15, -15);
  },
};

for (const [name, input] of Object.entries(INPUTS)) {
  test(`energy never rises after ${name}, and overlap is below 0.5 px five seconds later`, () => {
    const tray = run(aTray(), 3 * SECOND);
    input(tray);
    step(tray);
    let last = energyOf(tray);
    let rise = 0;
    run(tray, 5 * SECOND, () => {
      const energy = energyOf(tray);
      rise = Math.max(rise, energy - last);
      last = energy;
    });
    // Rounding of a sum of some 50,000 px² per tick².
    expect(rise).toBeLessThan(1e-8);
    expect(deepestOverlap(tray)).toBeLessThan(0.5);
  });
}

for (const name of Object.keys(SCENARIOS)) {
  test(`scenario ${name}: 10,000 steps inside the walls and without NaN, overlap below 0.5 px at the end, asleep`, () => {
    const tray = runScenario(name, 10_000, 1000, 700)!;
    expect(isFinite(tray)).toBe(true);
    expect(isInside(tray)).toBe(true);
    expect(deepestOverlap(tray)).toBeLessThan(0.5);
    expect(tray.asleep || tray.holds.length > 0).toBe(true);
  });
}

test('with gravity five times as strong, turning every half second, no ball leaves the tray or becomes NaN', () => {
  const tray = aTray();
  for (let turn = 0; turn < 20; turn += 1) {
    const angle = (turn * Math.PI) / 2;
    setGravity(tray, 5 * GRAVITY * Math.cos(angle), 5 * GRAVITY * Math.sin(angle));
    run(tray, 30);
    expect(isInside(tray)).toBe(true);
  }
  expect(isFinite(tray)).toBe(true);
  setGravity(tray, 0, GRAVITY);
  expect(deepestOverlap(run(tray, 5 * SECOND))).toBeLessThan(0.5);
});

test('however small the tray gets, every ball is inside at once, and apart five seconds later', () => {
  const tray = run(aTray(), 10 * SECOND);
  for (const [width, height] of [
    [390, 600],
    [1000, 300],
    [360, 360],
  ] as const) {
    resize(tray, width, height);
    expect(isInside(tray)).toBe(true);
    run(tray, 5 * SECOND);
    expect(isInside(tray)).toBe(true);
    expect(deepestOverlap(tray)).toBeLessThan(0.5);
  }
});

test('a crowd in a shrinking window stays inside and separates without blocking the page', () => {
  const tray = run(aTray({ width: 2560, height: 1600, count: 1332 }), SECOND);
  resize(tray, 1600, 1300);
  expect(isInside(tray)).toBe(true);
  run(tray, 5 * SECOND);
  expect(isInside(tray)).toBe(true);
  expect(deepestOverlap(tray)).toBeLessThan(RADIUS / 2);
});
