import { beginPress, continuePress, isClick, throwVelocity, type Press } from './press.ts';

const MAX_SPEED = 40;

function aPress(...moves: [x: number, y: number, at: number][]): Press {
  const press = beginPress({ x: 0, y: 0, at: 1000 });
  for (const [x, y, at] of moves) continuePress(press, { x, y, at: 1000 + at });
  return press;
}

test.each([
  [199, 4.9, true],
  [200, 0, false],
  [10, 5, false],
  [250, 8, false],
])('a press of %d ms that moves %d px is a click: %s', (milliseconds, px, click) => {
  expect(isClick(aPress([px, 0, 5]), 1000 + milliseconds)).toBe(click);
});

test('a press that returns to its start is still a drag', () => {
  expect(isClick(aPress([0, 6, 20], [0, 0, 40]), 1050)).toBe(false);
});

test('the distance is Euclidean: 3 px across and 4 px down are 5 px', () => {
  expect(isClick(aPress([3, 4, 20]), 1050)).toBe(false);
  expect(isClick(aPress([3, 3.9, 20]), 1050)).toBe(true);
});

test('a throw is the speed of the last 100 ms, in px per tick', () => {
  const press = aPress([400, 0, 200], [400, 30, 250], [400, 60, 300]);
  expect(throwVelocity(press, 1300, MAX_SPEED)).toEqual({ vx: 0, vy: expect.closeTo(10, 9) });
});

test('moves 150 ms apart, as on a slow device, still make a throw', () => {
  expect(throwVelocity(aPress([0, 0, 300], [90, 0, 450]), 1500, MAX_SPEED)).toEqual({ vx: expect.closeTo(10, 9), vy: 0 });
});

test('a drag that ends with a rest of more than 100 ms is not a throw', () => {
  expect(throwVelocity(aPress([300, 0, 100]), 1250, MAX_SPEED)).toEqual({ vx: 0, vy: 0 });
});

test('the speed of a throw is limited, but its direction is kept', () => {
  const { vx, vy } = throwVelocity(aPress([3000, 4000, 50]), 1050, MAX_SPEED);
  expect([vx, vy]).toEqual([expect.closeTo(24, 9), expect.closeTo(32, 9)]);
});
