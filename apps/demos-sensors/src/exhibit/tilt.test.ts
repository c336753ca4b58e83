import { LIVE_MILLISECONDS, pullOfAcceleration, pullOfOrientation, rotateToScreen, watchMotion } from './tilt.ts';

const rounded = ({ x, y }: { x: number; y: number }) => [Math.round(x * 1000) / 1000 + 0, Math.round(y * 1000) / 1000 + 0];

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('an upright device pulls down, one with its right edge down pulls right, and one flat on a table does not pull', () => {
  expect(rounded(pullOfOrientation(90, 0, 0))).toEqual([0, 1]);
  expect(rounded(pullOfOrientation(0, 90, 0))).toEqual([1, 0]);
  expect(rounded(pullOfOrientation(0, 0, 0))).toEqual([0, 0]);
  expect(rounded(pullOfOrientation(30, 0, 0))).toEqual([0, 0.5]);
});

test('the pull turns with the screen: on a phone on its side the balls still fall to the floor', () => {
  // Turned left (angle 90), the device's own left edge is at the bottom; turned right, its right edge.
  expect(rounded(rotateToScreen({ x: -1, y: 0 }, 90))).toEqual([0, 1]);
  expect(rounded(rotateToScreen({ x: 1, y: 0 }, 270))).toEqual([0, 1]);
  expect(rounded(rotateToScreen({ x: 0, y: -1 }, 180))).toEqual([0, 1]);
});

test('an accelerometer gives the same pull, with the opposite sign on iOS', () => {
  expect(rounded(pullOfAcceleration(0, 9.80665, 0, false))).toEqual([0, 1]);
  expect(rounded(pullOfAcceleration(0, -9.80665, 0, true))).toEqual([0, 1]);
  expect(rounded(pullOfAcceleration(-9.80665, 0, 0, false))).toEqual([1, 0]);
});

const orientation = (beta: number | null, gamma: number | null) =>
  window.dispatchEvent(Object.assign(new Event('deviceorientation'), { beta, gamma }));
const motion = (acceleration: object | null, accelerationIncludingGravity: object | null, at = 0) => {
  const event = Object.assign(new Event('devicemotion'), { acceleration, accelerationIncludingGravity });
  window.dispatchEvent(Object.defineProperty(event, 'timeStamp', { value: at }));
};

function watched() {
  jest.useFakeTimers();
  const listener = { pull: jest.fn(), shake: jest.fn(), live: jest.fn() };
  return { ...listener, stop: watchMotion(window, listener) };
}

test('events whose fields are all null are not motion: after 500 ms they are reported once as not live', () => {
  const { live, pull, stop } = watched();
  orientation(null, null);
  motion({ x: null, y: null, z: null }, { x: null, y: null, z: null });
  expect(live).not.toHaveBeenCalled();
  jest.advanceTimersByTime(LIVE_MILLISECONDS);
  expect(LIVE_MILLISECONDS).toBe(500);
  jest.advanceTimersByTime(10 * LIVE_MILLISECONDS);
  expect(live.mock.calls).toEqual([[false]]);
  expect(pull).not.toHaveBeenCalled();
  stop();
});

test('a value makes motion live; a device at rest afterward keeps its tilt', () => {
  const { live, pull, stop } = watched();
  orientation(0, 90);
  jest.advanceTimersByTime(10 * LIVE_MILLISECONDS);
  expect(live.mock.calls).toEqual([[true]]);
  expect(pull).toHaveBeenCalledTimes(1);
  const [x, y] = pull.mock.lastCall!;
  expect(x).toBeCloseTo(1, 6);
  expect(y).toBeCloseTo(0, 6);
  stop();
});

test('if orientation is known, the accelerometer reports only shakes', () => {
  const { pull, stop } = watched();
  motion(null, { x: 0, y: 9.80665, z: 0 });
  expect(pull.mock.lastCall![1]).toBeCloseTo(1, 6);
  orientation(90, 0);
  motion(null, { x: 9.8, y: 0, z: 0 });
  expect(pull).toHaveBeenCalledTimes(2);
  stop();
});

test('a shake is reported once, not with each of its events', () => {
  const { pull, shake, stop } = watched();
  for (let event = 0; event < 5; event += 1) motion({ x: 20, y: 3, z: 0 }, null, 1_000 + 150 * event);
  motion({ x: 5, y: 3, z: 0 }, null, 1_601);
  expect(shake).toHaveBeenCalledTimes(1);
  motion({ x: 20, y: 3, z: 0 }, null, 1_601);
  expect(shake).toHaveBeenCalledTimes(2);
  stop();
  orientation(0, 90);
  motion({ x: 20, y: 3, z: 0 }, null, 3_000);
  expect(pull).not.toHaveBeenCalled();
  expect(shake).toHaveBeenCalledTimes(2);
});
