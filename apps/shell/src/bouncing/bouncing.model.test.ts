import {
  create,
  meetAll,
  place,
  resize,
  shapeOf,
  step,
  WOBBLE_TICKS,
  type Circle,
  type Room,
  type Start,
} from './bouncing.model.ts';

const walls = { left: 0, top: 0, right: 1000, bottom: 800 };

function aRoom(start: Partial<Start> = {}): { room: Room; circle: Circle } {
  const room = create(walls, [{ x: 500, y: 400, vx: 0.3, vy: 0.3, radius: 100, ...start }]);
  const [circle] = room.circles;
  if (!circle) throw new Error('the room is empty');
  return { room, circle };
}
function run(room: Room, ticks: number) {
  for (let tick = 0; tick < ticks; tick += 1) step(room);
}

test('speeds are in px per 60 Hz tick: 0.3 is 18 px in a second', () => {
  const { room, circle } = aRoom();
  run(room, 60);
  expect([circle.x, circle.y]).toEqual([expect.closeTo(518, 9), expect.closeTo(418, 9)]);
});

test.each([
  ['left', { x: 100.1, vx: -0.3, vy: 0.1 }, { vx: 0.3, vy: 0.1, across: 'x' }],
  ['right', { x: 899.9, vx: 0.3, vy: 0.1 }, { vx: -0.3, vy: 0.1, across: 'x' }],
  ['top', { y: 100.1, vx: 0.1, vy: -0.3 }, { vx: 0.1, vy: 0.3, across: 'y' }],
  ['bottom', { y: 699.9, vx: 0.1, vy: 0.3 }, { vx: 0.1, vy: -0.3, across: 'y' }],
])('the %s wall reverses one direction and leaves the other unchanged', (_wall, start, after) => {
  const { room, circle } = aRoom(start);
  step(room);
  expect(circle).toMatchObject({ ...after, wobble: 240 });
});

test('a wobble lasts 4000 ms (240 ticks), squashes first and keeps the area; then the circle is round again', () => {
  expect(WOBBLE_TICKS).toBe(240);
  const { room, circle } = aRoom({ x: 899.9, vx: 0.3, vy: 0 });
  step(room);
  run(room, 10);
  const squashed = shapeOf(circle);
  expect(squashed.x).toBeLessThan(0.95);
  expect(squashed.x * squashed.y).toBeCloseTo(1, 12);
  run(room, 229);
  expect(circle.wobble).toBe(1);
  run(room, 1);
  expect(circle.wobble).toBe(0);
  expect(shapeOf(circle)).toEqual({ x: 1, y: 1 });
});

test('a hit at the top squashes the height', () => {
  const { room, circle } = aRoom({ y: 100.1, vx: 0, vy: -0.3 });
  run(room, 11);
  expect(shapeOf(circle).y).toBeLessThan(0.95);
});

test('a held circle does not move, whatever its speed', () => {
  const { room, circle } = aRoom({ vx: 5, vy: 5 });
  circle.held = true;
  run(room, 100);
  expect([circle.x, circle.y]).toEqual([500, 400]);
});

test('a thrown circle slows to the calm speed and keeps moving', () => {
  const { room, circle } = aRoom({ vx: 20, vy: 0 });
  run(room, 600);
  const speed = Math.hypot(circle.vx, circle.vy);
  expect(speed).toBeLessThanOrEqual(0.6);
  expect(speed).toBeGreaterThan(0.59);
});

test('nothing leaves the room in 10,000 ticks, at any speed', () => {
  const { room } = aRoom();
  room.circles = create(
    walls,
    [0.3, 1, 7, 39].map((speed) => ({ x: 300, y: 500, vx: speed, vy: -speed, radius: 160 })),
  ).circles;
  for (let tick = 0; tick < 10_000; tick += 1) {
    step(room);
    for (const { x, y, radius } of room.circles) {
      if (!(x >= radius && x <= 1000 - radius && y >= radius && y <= 800 - radius)) throw new Error(`(${x}, ${y}) is outside`);
    }
  }
  expect(room.circles.every(({ vx, vy }) => Math.hypot(vx, vy) > 0.2)).toBe(true);
});

test('a circle that starts beyond a wall drifts in without a jump', () => {
  const { room, circle } = aRoom({ x: 80, vx: -0.3, vy: 0 });
  step(room);
  expect(circle).toMatchObject({ x: 80, vx: 0.3 });
  run(room, 10);
  expect(circle.x).toBeCloseTo(83, 9);
});

test('a position outside is clamped to the nearest one inside, or to the middle of a room that is too narrow', () => {
  const { room, circle } = aRoom();
  place(room, circle, -50, 5000);
  expect([circle.x, circle.y]).toEqual([100, 700]);
  resize(room, { left: 0, top: 0, right: 120, bottom: 800 }, [100]);
  expect(circle.x).toBe(60);
  run(room, 100);
  expect([circle.x, Number.isFinite(circle.y)]).toEqual([60, true]);
});

test('resizing the room keeps relative positions', () => {
  const { room, circle } = aRoom();
  resize(room, { left: 0, top: 0, right: 500, bottom: 1600 }, [50]);
  expect(circle).toMatchObject({ x: 250, y: 800, radius: 50 });
});

/** Distance of the centers as a share of the sum of the radii: below seven tenths, labels would overlap. */
const nearness = (one: Circle, other: Circle) => Math.hypot(one.x - other.x, one.y - other.y) / (one.radius + other.radius);
const energy = ({ circles }: Room) => circles.reduce((sum, { radius, vx, vy }) => sum + radius ** 2 * (vx ** 2 + vy ** 2), 0);

function nearestDuring(room: Room, ticks: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (let tick = 0; tick < ticks; tick += 1) {
    step(room);
    meetAll(room);
    room.circles.forEach((one, index) => {
      for (const other of room.circles.slice(index + 1)) nearest = Math.min(nearest, nearness(one, other));
    });
  }
  return nearest;
}

test('two circles that meet bounce off each other with their labels apart, keep their energy and wobble', () => {
  const room = create(walls, [
    { x: 300, y: 400, vx: 0.55, vy: 0, radius: 160 },
    { x: 700, y: 440, vx: -0.4, vy: 0, radius: 160 },
  ]);
  const before = energy(room);
  expect(nearestDuring(room, 400)).toBeGreaterThan(0.74);
  const [one, other] = room.circles;
  expect(other?.vx).toBeGreaterThan(0.4);
  expect(one?.wobble).toBeGreaterThan(0);
  expect(energy(room)).toBeCloseTo(before, 6);
});

test('a held circle stays, and one that is dragged onto another moves it away', () => {
  const room = create(walls, [
    { x: 500, y: 400, vx: 5, vy: 0, radius: 160 },
    { x: 500, y: 400, vx: 0, vy: 0, radius: 100 },
  ]);
  const [one, other] = room.circles;
  if (!one || !other) throw new Error('the room is empty');
  one.held = true;
  nearestDuring(room, 120);
  expect([one.x, one.y]).toEqual([500, 400]);
  expect(nearness(one, other)).toBeGreaterThan(0.74);
});

test('for ten minutes on a phone the four circles of the home page never cover each other’s labels', () => {
  const room = create({ left: 0, top: 0, right: 390, bottom: 764 }, [
    { x: 123, y: 111, vx: -0.3, vy: 0.24, radius: 107 },
    { x: 264, y: 240, vx: 0.42, vy: -0.3, radius: 80 },
    { x: 148, y: 624, vx: 0.34, vy: -0.26, radius: 94 },
    { x: 282, y: 551, vx: -0.46, vy: 0.38, radius: 67 },
  ]);
  expect(nearestDuring(room, 36_000)).toBeGreaterThan(0.7);
  for (const { vx, vy } of room.circles) expect(Math.hypot(vx, vy)).toBeGreaterThan(0.1);
});
