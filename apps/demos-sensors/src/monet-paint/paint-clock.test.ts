import { createPaintClock } from './paint-clock.ts';

test('a frame advances the clock by the ticks since the last one, at most three; without a tick there is no frame', () => {
  const clock = createPaintClock(12);
  expect(clock.takeFrame(1000)).toBeUndefined();
  clock.tick();
  expect(clock.takeFrame(1000)).toEqual({ dt: 1 / 60, sinceLast: undefined });
  for (let tick = 0; tick < 9; tick += 1) clock.tick();
  expect(clock.takeFrame(1150)).toEqual({ dt: 3 / 60, sinceLast: 150 });
  expect(clock.seconds()).toBeCloseTo(12 + 4 / 60, 9);
});

test('after a rest the time since the last frame is unknown', () => {
  const clock = createPaintClock(0);
  clock.tick();
  clock.takeFrame(1000);
  clock.tick();
  clock.rest();
  expect(clock.takeFrame(9000)).toBeUndefined();
  clock.tick();
  expect(clock.takeFrame(9016)?.sinceLast).toBeUndefined();
});

test('frames per second are counted from one reading to the next', () => {
  const clock = createPaintClock(0);
  clock.readFramesPerSecond(1000);
  for (let frame = 0; frame < 30; frame += 1) {
    clock.tick();
    clock.takeFrame(1000 + frame * 16);
  }
  expect(clock.isReadoutDue(1499)).toBe(false);
  expect(clock.isReadoutDue(1500)).toBe(true);
  expect(clock.readFramesPerSecond(1500)).toBe(60);
  expect(clock.readFramesPerSecond(2000)).toBe(0);
});
