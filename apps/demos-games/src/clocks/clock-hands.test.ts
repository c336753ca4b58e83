import { createHands, runHands, type TurnedElement } from './clock-hands.ts';
import { handAngles, wallTimeIn, type WallTime } from './clock.model.ts';
import { isZone } from './time-zone.ts';

const HOUR = 3_600_000;
const SECONDS_PER_DAY = 86_400;

/** Midnight before each night on which New York changes its clocks, and when its offset changes. */
const NIGHTS = [
  { night: '2026-03-08', from: Date.UTC(2026, 2, 8, 5), change: Date.UTC(2026, 2, 8, 7), before: -5, after: -4 },
  { night: '2026-11-01', from: Date.UTC(2026, 10, 1, 4), change: Date.UTC(2026, 10, 1, 6), before: -4, after: -5 },
];

afterEach(() => {
  jest.useRealTimers();
});

function aFace() {
  const shown: Record<string, number> = {};
  const face: TurnedElement = {
    dataset: {},
    style: {
      setProperty: (name, value) => {
        shown[name] = Number.parseFloat(value ?? '');
      },
    },
  };
  return { face, shown };
}

/** The specified angles, computed from the timestamp by arithmetic alone. */
function specifiedAt(epoch: number, offsetHours: number) {
  const second = Math.floor((epoch + offsetHours * HOUR) / 1000);
  const minute = Math.floor(second / 60);
  return {
    second: 6 * (second % 60),
    minute: 6 * (minute % 60) + 0.1 * (second % 60),
    hour: 30 * (Math.floor(minute / 60) % 12) + 0.5 * (minute % 60),
  };
}

const turn = (degrees: number) => ((degrees % 360) + 360) % 360;
const apart = (a: number, b: number) => Math.min(turn(a - b), turn(b - a));

/** Runs one clock through 24 virtual hours and checks every tick of it. */
function checkDay(zone: string, from: number, offsetAt: (epoch: number) => number, sleeps: boolean) {
  jest.useFakeTimers({ now: from });
  const { face, shown } = aFace();
  let ticks = 0;
  let last = { second: Number.NEGATIVE_INFINITY, minute: Number.NEGATIVE_INFINITY, hour: Number.NEGATIVE_INFINITY };
  const onTime = () => {
    const epoch = Date.now();
    const specified = specifiedAt(epoch, offsetAt(epoch));
    const now = { second: shown['--second']!, minute: shown['--minute']!, hour: shown['--hour']! };
    for (const hand of ['second', 'minute', 'hour'] as const) {
      if (apart(now[hand], specified[hand]) > 1e-6) throw new Error(`${zone}: ${hand} at ${new Date(epoch).toISOString()}`);
      if (now[hand] < last[hand]) throw new Error(`${zone}: ${hand} went back at ${new Date(epoch).toISOString()}`);
    }
    // In virtual time every tick is exactly on the second.
    if (epoch % 1000 !== 0) throw new Error(`tick ${ticks} came ${epoch % 1000} ms after the second`);
    last = now;
    ticks += 1;
  };
  const stop = runHands(createHands(face), { read: wallTimeIn(zone), sweep: false, onTime });
  if (sleeps) {
    jest.advanceTimersByTime(HOUR / 2);
    jest.setSystemTime(from + 5 * HOUR);
    document.dispatchEvent(new Event('visibilitychange'));
    jest.advanceTimersByTime(HOUR / 2);
  } else {
    jest.advanceTimersByTime(SECONDS_PER_DAY * 1000);
  }
  stop();
  expect(jest.getTimerCount()).toBe(0);
  return ticks;
}

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
