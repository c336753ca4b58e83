import { waitBeforeNext, type Limits } from './sliding-window.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const LIMITS: Limits = {
  windows: [
    { windowMs: MINUTE, max: 5 },
    { windowMs: 60 * MINUTE, max: 20 },
  ],
};
const PATIENT: Limits = { ...LIMITS, backoff: { after: 5, firstMs: SECOND, maxMs: MINUTE } };
const NOW = 100 * 60 * MINUTE;
/** Uses this many milliseconds ago, newest first. */
const ago = (...milliseconds: readonly number[]) => milliseconds.map((ms) => NOW - ms);

test('uses below every limit need no waiting', () => {
  expect(waitBeforeNext([], NOW, LIMITS)).toBe(0);
  expect(waitBeforeNext(ago(1, 2, 3, 4), NOW, LIMITS)).toBe(0);
});

test('the sixth use in a minute waits until the first of them is a minute old', () => {
  expect(waitBeforeNext(ago(1, 2, 3, 4, 20 * SECOND), NOW, LIMITS)).toBe(40 * SECOND);
  expect(waitBeforeNext(ago(1, 2, 3, 4, MINUTE), NOW, LIMITS)).toBe(0);
});

test('the 21st use in an hour waits until the first of the twenty is an hour old', () => {
  const spread = Array.from({ length: 20 }, (_, index) => (index + 1) * 2 * MINUTE);
  expect(waitBeforeNext(ago(...spread), NOW, LIMITS)).toBe(20 * MINUTE);
});

test('the pause after a use doubles from 1 s to 60 s', () => {
  const pauses = [4, 5, 6, 7, 8, 9, 10, 11, 12].map((count) => {
    // Far enough apart to stay below the per-minute limit.
    const earlier = Array.from({ length: count }, (_, index) => NOW - index * 2 * MINUTE);
    return waitBeforeNext(earlier, NOW, { ...PATIENT, windows: [{ windowMs: 60 * MINUTE, max: 20 }] }) / SECOND;
  });
  expect(pauses).toEqual([0, 1, 2, 4, 8, 16, 32, 60, 60]);
});
