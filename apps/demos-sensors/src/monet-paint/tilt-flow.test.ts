import { createTiltFlow, MOTION_SMOOTHING, MOTION_THROTTLE_MILLISECONDS } from './tilt-flow.ts';

test('motion is read every 100 ms, and each reading moves the force a tenth of the way toward it', () => {
  expect([MOTION_THROTTLE_MILLISECONDS, MOTION_SMOOTHING]).toEqual([100, 0.1]);
  const tilt = createTiltFlow();
  expect(tilt.addReading(1, -1, 1000)).toBe(true);
  expect([tilt.x, tilt.y]).toEqual([0.1, -0.1]);
  expect(tilt.addReading(1, -1, 1099)).toBe(false);
  expect(tilt.x).toBe(0.1);
  expect(tilt.addReading(1, -1, 1100)).toBe(true);
  expect(tilt.x).toBeCloseTo(0.19, 10);
});

test('sixty readings a second make it no faster: after 2.2 s the force has reached about nine tenths of the tilt', () => {
  const tilt = createTiltFlow();
  for (let at = 0; at <= 2200; at += 1000 / 60) tilt.addReading(1, 0, at);
  expect(tilt.x).toBeGreaterThan(0.85);
  expect(tilt.x).toBeLessThan(0.92);
});
