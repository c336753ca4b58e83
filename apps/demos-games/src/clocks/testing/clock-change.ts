import { createHands, runHands } from '../clock-hands.ts';
import { wallTimeIn } from '../clock.model.ts';
import { aFace, apart } from './a-face.ts';

export const HOUR = 3_600_000;
export const SECONDS_PER_DAY = 86_400;

/** For each night on which New York changes its clocks: midnight, the moment of the change, and the UTC offsets around it. */
export const NIGHTS = [
  { night: '2026-03-08', from: Date.UTC(2026, 2, 8, 5), change: Date.UTC(2026, 2, 8, 7), before: -5, after: -4 },
  { night: '2026-11-01', from: Date.UTC(2026, 10, 1, 4), change: Date.UTC(2026, 10, 1, 6), before: -4, after: -5 },
];

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

/**
 * Runs one clock through 24 virtual hours and checks every tick. The test resets the timers.
 * @param sleeps if true, the clock runs for half an hour, the device sleeps until five hours after the start, and the clock runs
 * for another half hour
 * @returns the number of ticks
 */
export function checkDay(zone: string, from: number, offsetAt: (epoch: number) => number, sleeps: boolean): number {
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
