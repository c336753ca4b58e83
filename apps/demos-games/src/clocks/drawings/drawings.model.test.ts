import { handAngles } from '../clock.model.ts';
import { grainsOf, HOUR_CHANNEL, MINUTE_CHANNEL, poured, POURS, SECOND_CHANNEL } from './dry-fluid.model.ts';
import { HOUR_TONGUE, MINUTE_TONGUE, neck, SECOND_TONGUE } from './fluid.model.ts';
import { corners, HOUR_TRIANGLE, MINUTE_SQUARE, SECOND_HEXAGON, type Figure } from './geometric.model.ts';
import { skyAt, sunAngle, TOWERS, windowsOf } from './new-york.model.ts';
import { polar, svgPoint } from './polar.ts';
import { echo, slice, trail } from './radar.model.ts';

const at = (hours: number, minutes = 0, seconds = 0) => ({ hours, minutes, seconds, milliseconds: 0 });

test.each([
  [0, '0 -10'],
  [90, '10 0'],
  [180, '0 10'],
  [270, '-10 0'],
])('a clock angle of %d is measured clockwise from twelve', (degrees, point) => {
  expect(svgPoint(polar(degrees, 10))).toBe(point);
});

test('a radar target is brightest under the beam, fades until the beam returns and never goes dark', () => {
  expect(echo(90, 90)).toBe(1);
  let last = 1;
  for (let turned = 6; turned < 360; turned += 6) {
    const light = echo(90 + turned, 90);
    expect(light).toBeLessThan(last);
    expect(light).toBeGreaterThanOrEqual(0.55);
    last = light;
  }
  expect(echo(90 + 360, 90)).toBe(1);
});

test('the slices of the radar’s afterglow follow the beam without gaps and fade', () => {
  const steps = trail(90);
  expect(steps[0]?.path).toBe(slice(-4, 0, 90));
  expect(steps.every(({ light }, index) => index === 0 || light < steps[index - 1]!.light)).toBe(true);
});

test('triangle, square and hexagon rotate inside one another without touching', () => {
  const innerRadius = ({ sides, radius }: Figure) => radius * Math.cos(Math.PI / sides);
  expect(innerRadius(MINUTE_SQUARE)).toBeGreaterThan(HOUR_TRIANGLE.radius);
  expect(innerRadius(SECOND_HEXAGON)).toBeGreaterThan(MINUTE_SQUARE.radius);
  for (const figure of [HOUR_TRIANGLE, MINUTE_SQUARE, SECOND_HEXAGON]) {
    expect(corners(figure).split(' ')).toHaveLength(figure.sides);
    expect(corners(figure).split(' ')[0]).toBe(`0,-${figure.radius}`);
  }
});

test('at every second of half a day the sand is less than one pour short of the hand’s angle', () => {
  for (let second = 0; second < 43_200; second += 1) {
    const angles = handAngles(at(Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60));
    const pouredCounts = poured(angles);
    for (const hand of ['hour', 'minute', 'second'] as const) {
      const missing = angles[hand] - pouredCounts[hand] * 6;
      if (missing < -1e-6 || missing >= 6) throw new Error(`${hand} at second ${second}`);
    }
  }
  expect(poured(handAngles(at(10, 8, 59)))).toEqual({ hour: 50, minute: 8, second: 59 });
});

test('every grain is between the walls of its channel and the edges of its pour', () => {
  for (const channel of [HOUR_CHANNEL, MINUTE_CHANNEL, SECOND_CHANNEL]) {
    for (let pour = 0; pour < POURS; pour += 1) {
      for (const { x, y, size } of grainsOf(channel, pour)) {
        const radius = Math.hypot(x, y);
        const degrees = ((Math.atan2(x, -y) * 180) / Math.PI + 360) % 360;
        expect(Math.abs(radius - channel.radius) + size).toBeLessThanOrEqual(channel.width / 2 + 1e-9);
        expect(degrees).toBeGreaterThan(pour * 6);
        expect(degrees).toBeLessThan((pour + 1) * 6);
      }
    }
  }
});

test.each([HOUR_TONGUE, MINUTE_TONGUE, SECOND_TONGUE])('the liquid meets the circles of pool and drop: %o', (tongue) => {
  const numbers = neck(tongue)
    .match(/-?[\d.]+/g)!
    .map(Number);
  const [poolX = 0, poolY = 0] = numbers;
  const [dropX = 0, dropY = 0] = numbers.slice(6, 8);
  expect(Math.hypot(poolX, poolY)).toBeCloseTo(tongue.pool, 2);
  expect(Math.hypot(dropX, dropY + tongue.distance)).toBeCloseTo(tongue.drop, 2);
  expect(numbers.slice(2, 5).filter((_, index) => index % 2 === 0)).toEqual([tongue.neck, tongue.neck]);
});

test.each([
  [at(0), 180, 'night'],
  [at(4, 59), 254.75, 'night'],
  [at(5), 255, 'dawn'],
  [at(8), 300, 'day'],
  [at(12), 0, 'day'],
  [at(18), 90, 'dusk'],
  [at(21), 135, 'night'],
])('over New York at %o the sun is at %d and it is %s', (time, angle, sky) => {
  expect(sunAngle(time)).toBe(angle);
  expect(skyAt(time)).toBe(sky);
});

test('the towers do not overlap, and every window is in its tower', () => {
  for (const [index, tower] of TOWERS.entries()) {
    const next = TOWERS[index + 1]?.x ?? 81;
    expect(next).toBe(tower.x + tower.width);
    for (const { x, y } of windowsOf(tower)) {
      expect(x).toBeGreaterThan(tower.x);
      expect(x + 1.3).toBeLessThan(tower.x + tower.width);
      expect(y).toBeGreaterThan(tower.roof);
    }
  }
});
