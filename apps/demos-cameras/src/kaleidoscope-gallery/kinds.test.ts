import { nameOf } from './kinds.ts';

const DAY = '2026-11-20T10:00:00.000Z';
/** The same moment is another day in some time zones. */
const DAY_HERE = new Date(DAY).toLocaleDateString('en-US', { dateStyle: 'long' });
const aPicture = {
  id: 'p1',
  imageUrl: '/image',
  thumbnailUrl: '/thumbnail',
  width: 800,
  height: 1000,
  flowerCount: 100,
  exhibit: 'hexagon' as const,
  createdAt: DAY,
};

test.each([
  ['kaleidoscope', 33, 'Flower garden of 33 photos'],
  ['kaleidoscope', 1, 'Flower garden of 1 photo'],
  ['collage', 20, '20-photo collage'],
  ['hexagon', 100, 'Honeycomb of 100 photos'],
  ['squares', 100, 'Square grid of 100 photos'],
  ['optimal', 12, '12-photo grid'],
  ['optimal-80', 80, '80-photo grid'],
  ['hex-square', 113, 'Hybrid tessellation of 113 photos'],
  [null, 7, 'Picture of 7 photos'],
] as const)('a picture of %s with %i photos is named %s, with its number only once', (exhibit, flowerCount, name) => {
  expect(nameOf({ ...aPicture, exhibit, flowerCount })).toBe(`${name}, ${DAY_HERE}`);
});

test('a photo count that differs from the kind’s is stated', () => {
  expect(nameOf({ ...aPicture, exhibit: 'collage', flowerCount: 9 })).toBe(`20-photo collage of 9 photos, ${DAY_HERE}`);
});
