import { createBrushes, MAX_DABS, touchThrottle } from './brush.ts';
import type { Color } from './palettes.ts';

const COLORS: readonly Color[] = [
  [1, 0, 0],
  [0, 1, 0],
];
const brushes = (throttle = 8) => createBrushes(throttle, () => COLORS);

test('touches are heard every 16 ms on a phone and every 8 ms on a desktop', () => {
  expect([touchThrottle(true), touchThrottle(false)]).toEqual([16, 8]);
  const hand = brushes(16);
  hand.down(1, 0.5, 0.5, 0);
  hand.take();
  hand.move(1, 0.51, 0.5, 15);
  expect(hand.take()).toEqual([]);
  hand.move(1, 0.51, 0.5, 16);
  expect(hand.take()).toHaveLength(1);
});

test('a move pushes with its speed and the brush’s color', () => {
  const hand = brushes();
  hand.down(1, 0.5, 0.5, 0);
  expect(hand.take()).toEqual([{ x: 0.5, y: 0.5, speedX: 0, speedY: 0, color: COLORS[0], load: 1 }]);
  hand.move(1, 0.52, 0.5, 20);
  const [dab] = hand.take();
  expect(dab).toMatchObject({ x: 0.52, y: 0.5, speedY: 0, color: COLORS[0] });
  expect(dab!.speedX).toBeCloseTo(1, 6);
});

test('a quick stroke leaves no gaps and tears nothing', () => {
  const hand = brushes();
  hand.down(1, 0.1, 0.5, 0);
  hand.take();
  hand.move(1, 0.2, 0.5, 10);
  const dabs = hand.take();
  expect(dabs.map(({ x }) => Number(x.toFixed(3)))).toEqual([0.125, 0.15, 0.175, 0.2]);
  for (const { speedX } of dabs) expect(speedX).toBeCloseTo(2.5, 6);
});

test('each finger is a brush of its own, keeps its color and is lifted alone', () => {
  const hand = brushes();
  hand.down(1, 0.2, 0.5, 0);
  hand.down(2, 0.8, 0.5, 0);
  hand.take();
  hand.move(1, 0.21, 0.5, 20);
  hand.move(2, 0.79, 0.5, 20);
  expect(hand.take().map(({ x, color }) => [x, color])).toEqual([
    [0.21, COLORS[0]],
    [0.79, COLORS[1]],
  ]);
  hand.up(1);
  hand.move(1, 0.3, 0.5, 40);
  hand.move(2, 0.78, 0.5, 40);
  expect(hand.take()).toHaveLength(1);
});

test('a frame takes as many dabs as the shader accepts; the rest waits, but not forever', () => {
  const hand = brushes();
  for (let i = 0; i < 100; i += 1) hand.press(0.5, 0.5, 0, 0);
  let taken = 0;
  for (let frame = 0; frame < 20; frame += 1) {
    const dabs = hand.take();
    expect(dabs.length).toBeLessThanOrEqual(MAX_DABS);
    taken += dabs.length;
  }
  expect(taken).toBe(5 * MAX_DABS);
});

test('a pause lifts all fingers and clears all waiting dabs', () => {
  const hand = brushes();
  hand.down(1, 0.5, 0.5, 0);
  hand.clear();
  hand.move(1, 0.6, 0.5, 50);
  expect(hand.take()).toEqual([]);
});
