import { createBrushes, MAX_DABS, tipOfPen, touchThrottle, UPRIGHT } from './brush.ts';
import type { Color } from './palettes.ts';

const COLORS: readonly Color[] = [
  [1, 0, 0],
  [0, 1, 0],
];
const brushes = (throttle = 8, onStroke = () => {}) => createBrushes(throttle, () => COLORS, onStroke);

test('touches are read every 16 ms on a phone and every 8 ms on a desktop', () => {
  expect([touchThrottle(true), touchThrottle(false)]).toEqual([16, 8]);
  const hand = brushes(16);
  hand.down(1, 0.5, 0.5, 0, UPRIGHT);
  hand.take();
  hand.move(1, 0.51, 0.5, 15, UPRIGHT);
  expect(hand.take()).toEqual([]);
  hand.move(1, 0.51, 0.5, 16, UPRIGHT);
  expect(hand.take()).toHaveLength(1);
});

test('a move pushes with its speed and the brush’s color', () => {
  const hand = brushes();
  hand.down(1, 0.5, 0.5, 0, UPRIGHT);
  expect(hand.take()).toEqual([
    { x: 0.5, y: 0.5, speedX: 0, speedY: 0, color: COLORS[0], load: 1, width: 1, leanX: 0, leanY: 0 },
  ]);
  hand.move(1, 0.52, 0.5, 20, UPRIGHT);
  const [dab] = hand.take();
  expect(dab).toMatchObject({ x: 0.52, y: 0.5, speedY: 0, color: COLORS[0] });
  expect(dab!.speedX).toBeCloseTo(1, 6);
});

test('a quick stroke has no gaps', () => {
  const hand = brushes();
  hand.down(1, 0.1, 0.5, 0, UPRIGHT);
  hand.take();
  hand.move(1, 0.2, 0.5, 10, UPRIGHT);
  const dabs = hand.take();
  expect(dabs.map(({ x }) => Number(x.toFixed(3)))).toEqual([0.125, 0.15, 0.175, 0.2]);
  for (const { speedX } of dabs) expect(speedX).toBeCloseTo(2.5, 6);
});

test('each finger is its own brush, keeps its color and is lifted independently', () => {
  const hand = brushes();
  hand.down(1, 0.2, 0.5, 0, UPRIGHT);
  hand.down(2, 0.8, 0.5, 0, UPRIGHT);
  hand.take();
  hand.move(1, 0.21, 0.5, 20, UPRIGHT);
  hand.move(2, 0.79, 0.5, 20, UPRIGHT);
  expect(hand.take().map(({ x, color }) => [x, color])).toEqual([
    [0.21, COLORS[0]],
    [0.79, COLORS[1]],
  ]);
  hand.up(1);
  hand.move(1, 0.3, 0.5, 40, UPRIGHT);
  hand.move(2, 0.78, 0.5, 40, UPRIGHT);
  expect(hand.take()).toHaveLength(1);
});

test('a frame takes as many dabs as the shader accepts; the rest wait, up to four frames’ worth', () => {
  const hand = brushes();
  for (let i = 0; i < 100; i += 1) hand.press(0.5, 0.5, 0, 0, false);
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
  hand.down(1, 0.5, 0.5, 0, UPRIGHT);
  hand.clear();
  hand.move(1, 0.6, 0.5, 50, UPRIGHT);
  expect(hand.take()).toEqual([]);
});

test('a pen at normal pressure paints as a mouse does; less pressure gives a thinner mark with less paint, more pressure a wider one', () => {
  expect(tipOfPen(0.5, 0, 0)).toEqual(UPRIGHT);
  expect(tipOfPen(0, 0, 0)).toEqual({ load: 0.2, width: 0.4, leanX: 0, leanY: 0 });
  expect(tipOfPen(1, 0, 0)).toEqual({ load: 1, width: 1.6, leanX: 0, leanY: 0 });
});

test('a tilted pen stretches its mark in that direction, at most to twice its width', () => {
  expect(tipOfPen(0.5, 30, 0).leanX).toBeCloseTo(0.5, 6);
  expect(tipOfPen(0.5, 0, -90).leanY).toBeCloseTo(-1, 6);
  const { leanX, leanY } = tipOfPen(0.5, 90, 90);
  expect(Math.hypot(leanX, leanY)).toBeCloseTo(1, 6);
});

test('a dab has the tip of its own touch', () => {
  const hand = brushes();
  const firm = tipOfPen(1, 30, 0);
  hand.down(1, 0.5, 0.5, 0, UPRIGHT);
  hand.move(1, 0.51, 0.5, 20, firm);
  expect(hand.take()).toMatchObject([UPRIGHT, firm]);
});

test('a stroke begins with the first finger and with each key press, not with key repeats', () => {
  const onStroke = jest.fn();
  const hand = brushes(8, onStroke);
  hand.down(1, 0.2, 0.5, 0, UPRIGHT);
  hand.down(2, 0.8, 0.5, 0, UPRIGHT);
  hand.up(1);
  hand.down(1, 0.2, 0.5, 9, UPRIGHT);
  expect(onStroke).toHaveBeenCalledTimes(1);
  hand.up(1);
  hand.up(2);
  hand.down(1, 0.2, 0.5, 20, UPRIGHT);
  expect(onStroke).toHaveBeenCalledTimes(2);
  hand.press(0.5, 0.5, 0, 0, false);
  hand.press(0.5, 0.5, 0, 0, true);
  expect(onStroke).toHaveBeenCalledTimes(3);
});
