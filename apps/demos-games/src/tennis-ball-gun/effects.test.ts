import { createRandom } from '@site/sim';
import type { GameEvent } from '@site/sim/tennis-ball-gun';
import { crosshairLook } from './crosshair.ts';
import { addFeedback, createEffects, settle } from './effects.ts';
import { fieldFor, scaleFor } from './field-view.ts';

const ALL: GameEvent[] = [
  { what: 'fire', x: 1, y: 1 },
  { what: 'bounce', x: 1, y: 1 },
  { what: 'clank', x: 1, y: 1 },
  { what: 'block', x: 1, y: 1 },
  { what: 'hit', x: 1, y: 1, kind: 'red', id: 3 },
  { what: 'kill', x: 1, y: 1, kind: 'blue', id: 4 },
  { what: 'crumble', x: 1, y: 1, width: 20, height: 5 },
  { what: 'breach', x: 1, y: 1 },
];

test('with reduced motion there are no particles, shakes, freezes or squashes', () => {
  const effects = createEffects();
  addFeedback(effects, ALL, createRandom(1), true);
  expect(effects).toEqual(createEffects());
});

test('a kill freezes the game for 50 ms, a breach shakes it by 14 px; all effects decay to nothing', () => {
  const effects = createEffects();
  addFeedback(effects, ALL, createRandom(1), false);
  expect(effects).toMatchObject({ hitStop: 3, shake: 14, recoil: 1, alarm: 1 });
  expect(effects.flashes.get(3)).toBe(1);
  expect(effects.particles.length).toBeGreaterThan(40);
  for (let tick = 0; tick < 200; tick += 1) settle(effects);
  expect(effects).toMatchObject({ shake: 0, recoil: 0, alarm: 0, particles: [] });
  expect(effects.flashes.size).toBe(0);
});

test('many hits make at most 400 particles', () => {
  const effects = createEffects();
  for (let round = 0; round < 100; round += 1) addFeedback(effects, ALL, createRandom(round), false);
  expect(effects.particles).toHaveLength(400);
});

test('a new wave shows its banner for less than two seconds, even with reduced motion', () => {
  const effects = createEffects();
  addFeedback(effects, [{ what: 'wave', wave: 3 }], createRandom(1), true);
  expect(effects.banner?.text).toBe('WAVE 3');
  for (let tick = 0; tick < 120; tick += 1) settle(effects);
  expect(effects.banner).toBeUndefined();
});

test('ready is a green upright cross in a whole ring, reloading a red X whose ring closes', () => {
  expect(crosshairLook(0)).toEqual({ state: 'ready', color: '#3fe06b', turned: 0, ring: 1 });
  const looks = [5, 4, 3, 2, 1].map(crosshairLook);
  for (const [index, look] of looks.entries()) {
    expect(look).toMatchObject({ state: 'reloading', color: '#ff4b52', turned: 45 });
    expect(look.ring).toBeGreaterThan(index === 0 ? 0 : looks[index - 1]!.ring);
    expect(look.ring).toBeLessThan(1);
  }
});

test.each([
  [2560, 1440, 1400, 900, 1],
  [1000, 700, 1000, 700, 1],
  [320, 420, 360, 420, 320 / 360],
  [800, 300, 800, 420, 300 / 420],
])('on a stage of %dx%d the field is %dx%d, shown at %d', (width, height, fieldWidth, fieldHeight, scale) => {
  const field = fieldFor({ width, height });
  expect(field).toEqual({ width: fieldWidth, height: fieldHeight });
  expect(scaleFor(field, { width, height })).toBeCloseTo(scale, 9);
});
