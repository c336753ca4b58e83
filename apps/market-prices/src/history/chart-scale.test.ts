import { bandPath, linePath, priceScale, weekScale } from './chart-scale.ts';
import { secondsOf } from './history-model.ts';

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
])('prices %p have round ticks around them', (prices, ticks) => {
  const scale = priceScale(prices, AREA);
  expect(scale.ticks.map((tick) => Number(tick.toFixed(2)))).toEqual(expect.arrayContaining([ticks[0]]));
  expect(Math.min(...scale.ticks)).toBeLessThanOrEqual(Math.min(...prices) + 1e-9);
  expect(Math.max(...scale.ticks)).toBeGreaterThanOrEqual(Math.max(...prices) - 1e-9);
  for (const price of prices) {
    expect(scale.y(price)).toBeGreaterThanOrEqual(AREA.top - 1e-9);
    expect(scale.y(price)).toBeLessThanOrEqual(AREA.bottom + 1e-9);
  }
});

test('weeks are read back from where they stand, and moments outside are cut off', () => {
  const [from, to] = [secondsOf('2025-09-15'), secondsOf('2026-09-14')];
  const { x, secondsAt, ticks } = weekScale(from, to, AREA);
  expect([x(from), x(to)]).toEqual([50, 650]);
  expect(secondsAt(x(secondsOf('2026-03-02')))).toBeCloseTo(secondsOf('2026-03-02'), 3);
  expect([secondsAt(0), secondsAt(900)]).toEqual([from, to]);
  expect(ticks.map(({ label }) => label)).toContain('2026');
  expect(ticks.length).toBeGreaterThan(3);
});

test('a single week has a width', () => {
  const at = secondsOf('2026-09-14');
  expect(weekScale(at, at, AREA).x(at)).toBe(350);
});

const same = (value: number) => value;

test('a line lifts the pen over a gap, and a week alone is a dot', () => {
  const points = [1, 2, null, 4, null, 6, 7].map((price, at) => ({ at, price }));
  expect(linePath(points, same, same)).toBe('M0.0 1.0h0L1.0 2.0M3.0 4.0h0M5.0 6.0h0L6.0 7.0');
});

test('a band is one closed shape for each run of weeks', () => {
  const band = (at: number) => ({ at, low: 1, high: 3 });
  expect(bandPath([band(0), band(1), null, band(3)], same, same)).toBe('M0.0 3.0L1.0 3.0L1.0 1.0L0.0 1.0Z');
});
