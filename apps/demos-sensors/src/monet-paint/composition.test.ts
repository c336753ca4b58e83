import { driftAt, driftBytes, MAX_DRIFT, pigmentAt, pigmentBytes } from './composition.ts';
import { PALETTES } from './palettes.ts';

const PLACES = Array.from({ length: 400 }, (_, i) => [((i % 20) + 0.5) / 20, (Math.floor(i / 20) + 0.5) / 20] as const);

test('each palette has its own picture of many tones, and no channel leaves its range', () => {
  for (const palette of PALETTES) {
    const colors = PLACES.map(([x, y]) => pigmentAt(palette, x, y));
    for (const channel of colors.flat()) {
      expect(channel).toBeGreaterThanOrEqual(0);
      expect(channel).toBeLessThanOrEqual(1);
    }
    // Broken color: a picture of one tone would look like a painted wall.
    expect(new Set(colors.map((color) => color.map((channel) => Math.round(channel * 12)).join())).size).toBeGreaterThan(40);
  }
  const [first, second] = PALETTES.map((palette) => pigmentBytes(palette, 8, 8).join());
  expect(first).not.toBe(second);
});

test('the drift has no sources and no sinks', () => {
  const e = 1e-3;
  for (const half of [0, 1] as const) {
    for (const [x, y] of PLACES) {
      const across = driftAt(half, x + e, y)[0] - driftAt(half, x - e, y)[0];
      const down = driftAt(half, x, y + e)[1] - driftAt(half, x, y - e)[1];
      expect(Math.abs(across + down) / (2 * e)).toBeLessThan(1e-3);
    }
  }
});

test('both halves of the drift stay below their maximum, and their bytes decode to the same speed', () => {
  for (const [x, y] of PLACES) {
    for (const half of [0, 1] as const) {
      const [speedX, speedY] = driftAt(half, x, y);
      expect(Math.hypot(speedX, speedY)).toBeLessThan(MAX_DRIFT);
    }
  }
  const bytes = driftBytes(16, 16);
  const [speedX] = driftAt(0, 0.5 / 16, 0.5 / 16);
  expect(((bytes[0]! - 127.5) / 127.5) * MAX_DRIFT).toBeCloseTo(speedX, 2);
});
