import { DailyTally } from './daily-tally.ts';

test('counts each name for a day, and starts over if the clock is set back', () => {
  let now = Date.parse('2026-09-15T12:00:00Z');
  const tally = new DailyTally({ now: () => new Date(now) });
  expect([tally.take('anna'), tally.take('anna'), tally.take('ben')]).toEqual([1, 2, 1]);
  now += 86_399_999;
  expect(tally.take('anna')).toBe(3);
  now += 1;
  expect(tally.take('anna')).toBe(1);
  now -= 30 * 86_400_000;
  expect([tally.take('anna'), tally.take('anna')]).toEqual([1, 2]);
});
