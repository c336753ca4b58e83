import { newestWeeks, rangeOf, reveal, spanOf, zoomIn, zoomOut, type WeekSpan } from './week-span.ts';

const WEEKS = Array.from({ length: 53 }, (_, index) => 1_000 + index * 10);
const LAST = 52;
const ALL: WeekSpan = { first: 0, final: LAST };

test.each([
  ['the middle', 26, { first: 13, final: 39 }],
  ['the newest week', LAST, { first: 26, final: 52 }],
  ['the oldest week', 0, { first: 0, final: 26 }],
  ['a week near the edge', 51, { first: 25, final: 51 }],
] as const)('zooming in at %s halves the weeks and keeps that week in sight', (_, week, halved) => {
  const span = zoomIn(ALL, week, LAST);
  expect(span).toEqual(halved);
});

test('repeated zooming in ends at two weeks that include the cursor’s, wherever it is', () => {
  for (const last of [1, 2, 3, 4, 25, 52]) {
    for (let week = 0; week <= last; week += 1) {
      let span: WeekSpan = { first: 0, final: last };
      for (let press = 0; press < 8; press += 1) {
        const next = zoomIn(span, week, last);
        expect(next.final - next.first).toBeLessThan(Math.max(span.final - span.first, 2));
        expect(next.first).toBeGreaterThanOrEqual(span.first);
        expect(next.final).toBeLessThanOrEqual(span.final);
        span = next;
      }
      expect(span.final - span.first).toBe(1);
      expect([span.first, span.final]).toContain(week);
    }
  }
});

test('zooming out doubles the weeks, never past the stored ones', () => {
  expect(zoomOut({ first: 50, final: 52 }, 52, LAST)).toEqual({ first: 48, final: 52 });
  expect(zoomOut({ first: 20, final: 30 }, 25, LAST)).toEqual({ first: 15, final: 35 });
  expect(zoomOut({ first: 2, final: 40 }, 2, LAST)).toEqual(ALL);
  expect(zoomOut(ALL, 7, LAST)).toEqual(ALL);
});

test('a single stored week is the whole range', () => {
  const only: WeekSpan = { first: 0, final: 0 };
  expect(zoomIn(only, 0, 0)).toEqual(only);
  expect(zoomOut(only, 0, 0)).toEqual(only);
  expect(spanOf([5], { from: 9, to: 10 })).toEqual(only);
});

test('a range contains the weeks within it', () => {
  expect(spanOf(WEEKS, null)).toEqual(ALL);
  expect(spanOf(WEEKS, { from: 1_005, to: 1_039 })).toEqual({ first: 1, final: 3 });
});

test.each([
  ['between two weeks', { from: 1_012, to: 1_017 }, { first: 1, final: 2 }],
  ['around one week', { from: 1_018, to: 1_022 }, { first: 2, final: 3 }],
  ['before all weeks', { from: 0, to: 10 }, { first: 0, final: 1 }],
  ['past all weeks', { from: 9_000, to: 9_900 }, { first: 51, final: 52 }],
])('a range %s still shows a line', (_, range, span) => {
  expect(spanOf(WEEKS, range)).toEqual(span);
});

test('the span of all weeks converts to null; any other span converts to a range and back', () => {
  expect(rangeOf(WEEKS, ALL)).toBeNull();
  const span = { first: 3, final: 9 };
  expect(spanOf(WEEKS, rangeOf(WEEKS, span))).toEqual(span);
});

test('newestWeeks never returns more weeks than are stored', () => {
  expect(newestWeeks(13, LAST)).toEqual({ first: 39, final: 52 });
  expect(newestWeeks(13, 4)).toEqual({ first: 0, final: 4 });
});

test('a week out of view moves the span without changing the zoom', () => {
  const span = { first: 10, final: 20 };
  expect(reveal(span, 15, LAST)).toEqual(span);
  expect(reveal(span, 8, LAST)).toEqual({ first: 8, final: 18 });
  expect(reveal(span, 24, LAST)).toEqual({ first: 14, final: 24 });
  expect(reveal(span, 0, LAST)).toEqual({ first: 0, final: 10 });
});
