import { createRandom } from '@site/sim';
import {
  addFlower,
  COMPLETE_AT,
  coverageOf,
  createGarden,
  DELAY_MS,
  FALL_SPEED,
  FLOWER_SIZE,
  FOLDS,
  isComplete,
  isInFlower,
  PHOTO_EVERY_MS,
  rimAt,
  settleNow,
  step,
  visibleFlowers,
  type Flower,
  type Garden,
} from './garden.model.ts';

const VIEWS = [
  [390, 844],
  [844, 390],
  [820, 1180],
  [1440, 900],
] as const;

function aFlower(fields: Partial<Flower>): Flower {
  return { id: 0, x: 0, y: 0, radius: 100, speed: 3, rotation: 0, turn: 0, leaning: 1, isSettled: false, ...fields };
}

/** Adds a falling flower at a given position. */
function put(garden: Garden, fields: Partial<Flower>): Flower {
  const flower = aFlower({ id: garden.flowers.length, ...fields });
  garden.flowers.push(flower);
  return flower;
}

function fullGarden(width: number, height: number, seed: number): Garden {
  const [garden, random] = [createGarden(width, height), createRandom(seed)];
  while (!isComplete(garden)) settleNow(garden, addFlower(garden, random));
  return garden;
}

test('the specified numbers: 150 to 250 pixels, 2 to 5 per tick, one per second, 60 percent, one second, six folds', () => {
  expect(FLOWER_SIZE).toEqual({ from: 150, to: 250 });
  expect(FALL_SPEED).toEqual({ from: 2, to: 5 });
  expect([PHOTO_EVERY_MS, COMPLETE_AT, DELAY_MS, FOLDS]).toEqual([1000, 0.6, 1000, 6]);
});

test('flowers start above the view, entirely between its sides, with sizes and speeds across the whole range', () => {
  const random = createRandom(1);
  const flowers = Array.from({ length: 2000 }, () => addFlower(createGarden(800, 600), random));
  for (const { x, y, radius, isSettled } of flowers) {
    expect(isSettled).toBe(false);
    expect(y).toBe(-radius);
    expect(x).toBeGreaterThanOrEqual(radius);
    expect(x).toBeLessThanOrEqual(800 - radius);
  }
  const range = (values: number[]) => [Math.min(...values), Math.max(...values)] as const;
  const [smallest, largest] = range(flowers.map(({ radius }) => 2 * radius));
  expect(smallest).toBeGreaterThanOrEqual(150);
  expect(smallest).toBeLessThan(151);
  expect(largest).toBeLessThanOrEqual(250);
  expect(largest).toBeGreaterThan(249);
  const [slowest, fastest] = range(flowers.map(({ speed }) => speed));
  expect(slowest).toBeGreaterThanOrEqual(2);
  expect(slowest).toBeLessThan(2.05);
  expect(fastest).toBeLessThanOrEqual(5);
  expect(fastest).toBeGreaterThan(4.95);
});

test('a flower falls at its speed in pixels per tick, and stops at the bottom', () => {
  const garden = createGarden(600, 500);
  const flower = put(garden, { x: 300, y: -100, speed: 2.5 });
  for (let tick = 0; tick < 40; tick += 1) step(garden);
  expect(flower.y).toBeCloseTo(0, 6);
  let settled: Flower[] = [];
  for (let tick = 0; tick < 200 && settled.length === 0; tick += 1) settled = step(garden);
  expect(settled).toEqual([flower]);
  expect(flower).toMatchObject({ x: 300, y: 400, isSettled: true });
});

test.each([
  ['right', 20, 1],
  ['left', -20, -1],
])('a flower that lands off-center on another slides off to the %s and falls to the bottom', (_side, offset, sign) => {
  const garden = createGarden(900, 700);
  settleNow(garden, put(garden, { x: 450, y: -100 }));
  const second = put(garden, { x: 450 + offset, y: -100 });
  settleNow(garden, second);
  expect(second.y).toBeCloseTo(600, 0);
  expect(Math.sign(second.x - 450)).toBe(sign);
  // It stopped beside the first; only their petals touch.
  expect(Math.abs(second.x - 450)).toBeGreaterThan(180);
  expect(Math.abs(second.x - 450)).toBeLessThan(200);
});

test('a flower between two others, or between one and the wall, stays on them', () => {
  const garden = createGarden(600, 900);
  settleNow(garden, put(garden, { x: 190, y: -100 }));
  settleNow(garden, put(garden, { x: 410, y: -100 }));
  const third = put(garden, { x: 310, y: -100 });
  settleNow(garden, third);
  expect(third.y).toBeLessThan(700);
  expect(third.y).toBeGreaterThan(600);
  const narrow = createGarden(300, 900);
  settleNow(narrow, put(narrow, { x: 100, y: -100 }));
  const upper = put(narrow, { x: 130, y: -100 });
  settleNow(narrow, upper);
  expect(upper.y).toBeLessThan(800);
  expect(upper.x).toBeLessThanOrEqual(200);
});

test('a flower that has no room to enter settles at once, fully visible, and counts', () => {
  const garden = createGarden(250, 250);
  settleNow(garden, put(garden, { x: 125, y: -125, radius: 125 }));
  const random = createRandom(5);
  // The next one stays on it, half outside, and blocks the way.
  settleNow(garden, addFlower(garden, random));
  const flower = addFlower(garden, random);
  expect(flower.isSettled).toBe(true);
  expect(flower.y).toBe(flower.radius);
  expect(visibleFlowers(garden)).toContain(flower);
});

test('coverage is the union: a flower on top of another adds nothing', () => {
  const garden = createGarden(1000, 1000);
  const place = { x: 500, y: 900, rotation: 0.3 };
  settleNow(garden, put(garden, place));
  const once = coverageOf(garden);
  expect(once).toBeGreaterThan(0.025);
  // The first is moved away, so that the second can reach the same place.
  garden.flowers.length = 0;
  settleNow(garden, put(garden, place));
  expect(coverageOf(garden)).toBe(once);
});

test('the sampled coverage is within one percent of the area counted pixel by pixel', () => {
  for (const [n, [width, height]] of VIEWS.entries()) {
    const garden = fullGarden(width, height, n + 1);
    let pixels = 0;
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        if (garden.flowers.some((flower) => isInFlower(flower, x + 0.5, y + 0.5))) pixels += 1;
      }
    }
    const exact = pixels / (width * height);
    expect(Math.abs(coverageOf(garden) - exact) / exact).toBeLessThan(0.01);
  }
});

test('the rim has six symmetrical petals', () => {
  const rims = Array.from({ length: 360 }, (_, degree) => rimAt(100, (degree * Math.PI) / 180));
  for (let degree = 0; degree < 300; degree += 1) expect(rims[degree]!).toBeCloseTo(rims[degree + 60]!, 9);
  for (let degree = 1; degree < 180; degree += 1) expect(rims[degree]!).toBeCloseTo(rims[360 - degree]!, 9);
  expect(Math.max(...rims)).toBeCloseTo(100, 9);
  expect(Math.min(...rims)).toBeCloseTo(92, 9);
  const peaks = rims.filter((rim, n) => rim > rims[(n + 359) % 360]! && rim > rims[(n + 1) % 360]!);
  expect(peaks).toHaveLength(6);
});

test.each(VIEWS)('every garden of %i x %i fills up, with no flower outside, moving or NaN', (width, height) => {
  for (let seed = 1; seed <= 15; seed += 1) {
    const garden = fullGarden(width, height, seed);
    expect(garden.flowers.length).toBeLessThanOrEqual(40);
    for (const { x, y, radius, isSettled } of garden.flowers) {
      expect(isSettled).toBe(true);
      expect(x).toBeGreaterThanOrEqual(Math.min(radius, width / 2) - 0.001);
      expect(x).toBeLessThanOrEqual(width - Math.min(radius, width / 2) + 0.001);
      expect(y).toBeLessThanOrEqual(height - radius + 0.001);
      expect(Number.isFinite(y)).toBe(true);
    }
    const places = garden.flowers.map(({ x, y }) => `${x} ${y}`);
    for (let tick = 0; tick < 10; tick += 1) expect(step(garden)).toEqual([]);
    expect(garden.flowers.map(({ x, y }) => `${x} ${y}`)).toEqual(places);
  }
});

test('the same seed grows the same garden, and its state is plain data', () => {
  const grow = (seed: number) => {
    const [garden, random] = [createGarden(800, 600), createRandom(seed)];
    for (let tick = 0; tick < 1200; tick += 1) {
      if (tick % 60 === 0) addFlower(garden, random);
      step(garden);
    }
    return JSON.stringify({ flowers: garden.flowers, covered: garden.covered });
  };
  expect(grow(7)).toBe(grow(7));
  expect(grow(8)).not.toBe(grow(7));
});
