import { createHands, runHands } from './clock-hands.ts';
import { handAngles, wallTimeIn, type WallTime } from './clock.model.ts';
import { aFace, apart, turn } from './testing/a-face.ts';
import { checkDay, NIGHTS } from './testing/clock-change.ts';
import { isZone } from './time-zone.ts';

afterEach(() => {
  jest.useRealTimers();
});

test.each(NIGHTS)('after sleeping through the change of $night, New York is right at once', ({ from, change, before, after }) => {
  const ticks = checkDay('America/New_York', from, (epoch) => (epoch < change ? before : after), true);
  expect(ticks).toBe(1 + 1800 + 1 + 1800);
});

test.each([
  ['2026-03-08T06:59:59Z', [1, 59, 59], '2026-03-08T07:00:00Z', [3, 0, 0]],
  ['2026-11-01T05:59:59Z', [1, 59, 59], '2026-11-01T06:00:00Z', [1, 0, 0]],
])('New York goes from %s %j to %s %j', (before, shownBefore, after, shownAfter) => {
  const read = wallTimeIn('America/New_York');
  const reading = ({ hours, minutes, seconds }: WallTime) => [hours, minutes, seconds];
  expect(reading(read(new Date(before)))).toEqual(shownBefore);
  expect(reading(read(new Date(after)))).toEqual(shownAfter);
});

test('midnight is hour 0 and keeps its milliseconds', () => {
  expect(wallTimeIn('Asia/Kolkata')(new Date('2026-09-13T18:30:00.250Z'))).toEqual({
    hours: 0,
    minutes: 0,
    seconds: 0,
    milliseconds: 250,
  });
});

test('from 59 to 0 every hand moves forward, and a sweeping one moves toward the next second', () => {
  jest.useFakeTimers({ now: Date.UTC(2026, 8, 14, 10, 59, 58) });
  const { face, shown } = aFace();
  const stop = runHands(createHands(face), { read: wallTimeIn('UTC'), sweep: true, onTime: () => {} });
  expect(shown['--second']).toBe(354);
  jest.advanceTimersByTime(1000);
  expect(shown['--second']).toBe(360);
  expect(face.dataset['step']).toBe('sweep');
  expect(turn(shown['--minute']!)).toBeCloseTo(0, 6);
  jest.advanceTimersByTime(500);
  stop();
  expect(face.dataset['step']).toBe('set');
  expect(apart(shown['--second']!, 357)).toBeLessThan(1e-6);
  expect(handAngles({ hours: 10, minutes: 59, seconds: 59, milliseconds: 0 }).second).toBe(354);
});

test.each([
  ['Asia/Kolkata', true],
  ['UTC', true],
  ['Mars/Olympus', false],
  ['', false],
])('the zone %s exists: %s', (name, exists) => {
  expect(isZone(name)).toBe(exists);
});
