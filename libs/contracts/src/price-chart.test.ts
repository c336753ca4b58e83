import { bandPath, linePath, marksPath, priceScale, secondsOf, weekScale } from './price-chart.ts';

const AREA = { left: 50, right: 650, top: 10, bottom: 210 };

test.each([
  [
    [2.1, 3.9],
    [2, 3, 4],
  ],
  [
    [0.2, 0.29],
    [0.2, 0.3],
  ],
  [
    [12, 30],
    [10, 20, 30],
  ],
  [
    [2.5, 2.5],
    [2.4, 2.5],
  ],
  [
    [-40, 60],
    [-50, 0, 50, 100],
  ],
])('prices %p lie between round ticks', (prices, ticks) => {
  const scale = priceScale(prices, AREA);
  expect(scale.ticks.map((tick) => Number(tick.toFixed(2)))).toEqual(expect.arrayContaining([ticks[0]]));
  expect(Math.min(...scale.ticks)).toBeLessThanOrEqual(Math.min(...prices) + 1e-9);
  expect(Math.max(...scale.ticks)).toBeGreaterThanOrEqual(Math.max(...prices) - 1e-9);
  for (const price of prices) {
    expect(scale.y(price)).toBeGreaterThanOrEqual(AREA.top - 1e-9);
    expect(scale.y(price)).toBeLessThanOrEqual(AREA.bottom + 1e-9);
  }
});

test.each([
  [[0.03, 0.05], 0],
  [[0, 0.1], 0],
  [[-0.03, 0.05], -0.1],
  [[0, 0], -0.1],
])('the axis for %p begins at %p: below zero only for changes', (prices, lowest) => {
  expect(priceScale(prices, AREA).ticks[0]).toBeCloseTo(lowest);
});

test.each([
  [[0, 60], 0],
  [[0, 3], 0],
  [[0, 1.4], 1],
  [[0, 0.2], 1],
  [[0, 0.1], 2],
])('ticks for %p are distinguished by %p decimals', (prices, decimals) => {
  const scale = priceScale(prices, AREA);
  expect(scale.decimals).toBe(decimals);
  expect(new Set(scale.ticks.map((tick) => tick.toFixed(decimals))).size).toBe(scale.ticks.length);
});

test('positions convert back to weeks, and positions outside are clamped', () => {
  const [from, to] = [secondsOf('2025-09-15'), secondsOf('2026-09-14')];
  const { x, secondsAt, ticks } = weekScale(from, to, AREA, []);
  expect([x(from), x(to)]).toEqual([50, 650]);
  expect(secondsAt(x(secondsOf('2026-03-02')))).toBeCloseTo(secondsOf('2026-03-02'), 3);
  expect([secondsAt(0), secondsAt(900)]).toEqual([from, to]);
  expect(ticks.map(({ label }) => label)).toContain('2026');
  expect(ticks.length).toBeGreaterThan(3);
});

test('a single week has a width', () => {
  const at = secondsOf('2026-09-14');
  expect(weekScale(at, at, AREA, [at]).x(at)).toBe(350);
});

const WEEKS = ['2026-08-10', '2026-08-17', '2026-08-24', '2026-08-31', '2026-09-07', '2026-09-14'];
test.each([
  ['2026-08-10', '2026-09-14', 600, WEEKS, ['Aug 10', 'Aug 17', 'Aug 24', 'Aug 31', 'Sep 7', 'Sep 14']],
  ['2026-08-10', '2026-09-14', 270, WEEKS, ['Aug 17', 'Aug 31', 'Sep 14']],
  // A wide axis, and a range that was dragged: days without a price get no label.
  ['2026-08-10', '2026-09-14', 1300, WEEKS, ['Aug 10', 'Aug 17', 'Aug 24', 'Aug 31', 'Sep 7', 'Sep 14']],
  ['2026-08-15', '2026-09-10', 600, WEEKS, ['Aug 17', 'Aug 24', 'Aug 31', 'Sep 7']],
  ['2026-09-14', '2026-09-16', 600, ['2026-09-14', '2026-09-15', '2026-09-16'], ['Sep 14', 'Sep 15', 'Sep 16']],
  ['2026-09-14', '2026-09-14', 600, ['2026-09-14'], ['Sep 14']],
])('an axis from %s to %s that is %d px wide is labeled with the dates of the prices', (from, to, width, dates, labels) => {
  const area = { ...AREA, right: AREA.left + width };
  const { ticks } = weekScale(secondsOf(from), secondsOf(to), area, dates.map(secondsOf));
  expect(ticks.map(({ label }) => label)).toEqual(labels);
});

const same = (value: number) => value;

test('a line breaks at a gap, and a single week is a dot', () => {
  const points = [1, 2, null, 4, null, 6, 7].map((price, at) => ({ at, price }));
  expect(linePath(points, same, same)).toBe('M0.0 1.0h0L1.0 2.0M3.0 4.0h0M5.0 6.0h0L6.0 7.0');
});

test('the markers of a line keep their distance, and a gap has none', () => {
  const points = [0, null, 2, 3, 9].map((price, at) => ({ at: at * 10, price }));
  const marks = marksPath(points, same, same, 15);
  expect(marks.match(/M[^Z]*Z/g)).toEqual(['M-3.5 -3.5h7v7h-7Z', 'M16.5 -1.5h7v7h-7Z', 'M36.5 5.5h7v7h-7Z']);
});

test('a band is one closed shape for each run of weeks', () => {
  const band = (at: number) => ({ at, low: 1, high: 3 });
  expect(bandPath([band(0), band(1), null, band(3)], same, same)).toBe('M0.0 3.0L1.0 3.0L1.0 1.0L0.0 1.0Z');
});
