import { checkBeforeReplay, checkByReplay, playDailyByBot, seedOfDay } from './daily-challenge.ts';
import { decodeRun, encodeRun } from './replay.ts';

const DAY = '2026-11-22';
const NOON_MS = 12 * 3_600_000;

test('a day has one seed, and the next day has another', () => {
  expect(seedOfDay(DAY)).toBe(seedOfDay(DAY));
  const seeds = Array.from({ length: 1000 }, (_, day) => seedOfDay(`2026-11-${day}`));
  expect(new Set(seeds).size).toBe(1000);
});

test('a run survives encoding and decoding, and is confirmed with its score', () => {
  const { run, score } = playDailyByBot(DAY);
  const read = decodeRun(encodeRun(run));
  expect(checkBeforeReplay(DAY, read!, NOON_MS)).toBeNull();
  expect(checkByReplay(DAY, read!, score)).toMatchObject({ score });
  expect(checkByReplay(DAY, read!, score + 1)).toBe('different score');
});
