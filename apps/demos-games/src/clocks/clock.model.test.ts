import {
  handAngles,
  machineText,
  millisecondsToNextSecond,
  minuteText,
  secondText,
  sweepAngles,
  turnForward,
  wallTimeOf,
} from './clock.model.ts';

const at = (hours: number, minutes: number, seconds: number) => ({ hours, minutes, seconds, milliseconds: 0 });

test('at 10:08:59 the hands are at the specified angles', () => {
  const { hour, minute, second } = handAngles(at(10, 8, 59));
  expect(second).toBe(354);
  expect(minute).toBeCloseTo(53.9, 10);
  expect(hour).toBe(304);
});

test.each([
  [at(0, 0, 0), { hour: 0, minute: 0, second: 0 }],
  [at(12, 0, 0), { hour: 0, minute: 0, second: 0 }],
  [at(15, 0, 0), { hour: 90, minute: 0, second: 0 }],
  [at(18, 30, 30), { hour: 195, minute: 183, second: 180 }],
])('%o gives %o', (time, angles) => {
  expect(handAngles(time)).toEqual(angles);
});

test('over a whole day of ticks no hand goes backward, and each makes the right number of turns', () => {
  let turned = { hour: 0, minute: 0, second: 0 };
  for (let tick = 1; tick <= 86_400; tick += 1) {
    const target = handAngles(at(Math.floor(tick / 3600) % 24, Math.floor(tick / 60) % 60, tick % 60));
    const next = {
      hour: turnForward(turned.hour, target.hour),
      minute: turnForward(turned.minute, target.minute),
      second: turnForward(turned.second, target.second),
    };
    if (next.hour < turned.hour || next.minute < turned.minute || next.second - turned.second !== 6)
      throw new Error(`tick ${tick}`);
    turned = next;
  }
  expect(turned.second / 360).toBeCloseTo(1440, 6);
  expect(turned.minute / 360).toBeCloseTo(24, 6);
  expect(turned.hour / 360).toBeCloseTo(2, 6);
});

test.each([
  [354, 0, 360],
  [714, 6, 726],
  [0, 0, 0],
  [360, 0, 360],
  [53.9, 53.9, 53.9],
  [90, 84, 444],
])('a hand at %d that must show %d turns to %d', (from, target, angle) => {
  expect(turnForward(from, target)).toBeCloseTo(angle, 9);
});

test.each([
  [1_700_000_000_000, 1000],
  [1_700_000_000_001, 999],
  [1_700_000_000_999, 1],
])('at %d ms the next second is %d ms away', (now, wait) => {
  expect(millisecondsToNextSecond(now)).toBe(wait);
});

test.each([
  [at(0, 5, 9), '12:05 AM', '12:05:09 AM', '00:05:09'],
  [at(10, 8, 59), '10:08 AM', '10:08:59 AM', '10:08:59'],
  [at(12, 0, 0), '12:00 PM', '12:00:00 PM', '12:00:00'],
  [at(23, 59, 59), '11:59 PM', '11:59:59 PM', '23:59:59'],
])('%o reads %s, %s, %s', (time, minute, second, machine) => {
  expect([minuteText(time), secondText(time), machineText(time)]).toEqual([minute, second, machine]);
});

test('a date is read in the zone of the device', () => {
  const date = new Date(2026, 8, 14, 10, 8, 59, 250);
  expect(wallTimeOf(date)).toEqual({ hours: 10, minutes: 8, seconds: 59, milliseconds: 250 });
});

test('a sweeping hand points between two seconds; a ticking one does not', () => {
  const time = { hours: 10, minutes: 8, seconds: 30, milliseconds: 500 };
  expect(sweepAngles(time).second).toBe(183);
  expect(sweepAngles(time).minute).toBeCloseTo(51.05, 10);
  expect(handAngles(time).second).toBe(180);
});
