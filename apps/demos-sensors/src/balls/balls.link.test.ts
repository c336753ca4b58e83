import { DEFAULT_START, linkOf, pullOf, readStart, tiltOf } from './balls.link.ts';

const PAGE = 'https://site.example/projects/333-balls';

test('a link carries seed, number, tilt and gravity, and drops all other parameters of the address', () => {
  const start = { seed: 7, count: 1333, tilt: -45, gravity: 0.1 };
  const link = linkOf(start, `${PAGE}?scenario=x#there`);
  expect(link).toBe(`${PAGE}?seed=7&balls=1333&tilt=-45&gravity=0.10`);
  expect(readStart(new URL(link).search)).toEqual(start);
});

test('missing or invalid parameters get their defaults', () => {
  expect(readStart('')).toEqual(DEFAULT_START);
  expect(readStart('?seed=x&balls=many&tilt=NaN&gravity=')).toEqual(DEFAULT_START);
  expect(readStart('?seed=%E0%A4%A&balls=Infinity&tilt=%20&gravity=1e999')).toEqual(DEFAULT_START);
});

test('values out of range are clamped', () => {
  expect(readStart('?seed=-1&balls=1e9&tilt=4000&gravity=9')).toEqual({ seed: 0, count: 33_333, tilt: 180, gravity: 0.2 });
  expect(readStart('?seed=1e99&balls=-5.5&tilt=-4000&gravity=-1')).toEqual({
    seed: 4_294_967_295,
    count: 333,
    tilt: -180,
    gravity: 0,
  });
});

test.each([90, 0, -90, 180, 33])('a tilt of %d degrees is recovered from its pull', (tilt) => {
  const again = tiltOf(pullOf({ tilt, gravity: 0.15 }));
  expect(again.tilt).toBeCloseTo(tilt, 9);
  expect(again.gravity).toBeCloseTo(0.15, 9);
});
