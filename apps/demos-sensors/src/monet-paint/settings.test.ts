import { DEFAULT_SETTINGS, linkOf, lossPerSecond, readSettings } from './settings.ts';

test('a link carries the settings there and back, and drops all other parameters of the address', () => {
  const settings = { palette: 'dusk', brush: 12, viscosity: 85 };
  const link = linkOf(settings, 'https://example.org/projects/monet-paint?palette=pond&x=1#y');
  expect(link).toBe('https://example.org/projects/monet-paint?palette=dusk&brush=12&viscosity=85');
  expect(readSettings(new URL(link).search)).toEqual(settings);
});

test('an address without settings, or with invalid ones, gives the defaults; numbers stay within the sliders’ ranges', () => {
  expect(readSettings('')).toEqual(DEFAULT_SETTINGS);
  expect(readSettings('?palette=mud&brush=&viscosity=thick')).toEqual(DEFAULT_SETTINGS);
  expect(readSettings('?brush=900&viscosity=-5')).toEqual({ ...DEFAULT_SETTINGS, brush: 20, viscosity: 0 });
});

test('thicker paint stops sooner', () => {
  expect(lossPerSecond(0)).toBeCloseTo(0.35, 2);
  expect(lossPerSecond(100)).toBeCloseTo(0.999, 3);
  expect(lossPerSecond(60)).toBeGreaterThan(lossPerSecond(30));
});
