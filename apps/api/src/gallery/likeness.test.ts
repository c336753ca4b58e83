import sharp, { type Sharp } from 'sharp';
import { aPicture } from '../test-support/a-picture.ts';
import { countAlike } from './likeness.ts';
import { makePicture } from './make-picture.ts';

const SIDE = 90;
const jpeg = (picture: Sharp) => picture.jpeg({ quality: 90 }).toBuffer();

const flat = (background: string, side = SIDE) => jpeg(sharp({ create: { width: side, height: side, channels: 3, background } }));

function gradient(levelAt: (x: number, y: number) => number): Promise<Buffer> {
  const pixels = Buffer.from(Array.from({ length: SIDE * SIDE }, (_, at) => levelAt(at % SIDE, Math.floor(at / SIDE))));
  return jpeg(sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 1 } }).toColourspace('srgb'));
}

async function hashesOf(pictures: readonly Promise<Buffer>[]): Promise<string[]> {
  const hashes: string[] = [];
  for (const picture of pictures) hashes.push((await makePicture(await picture)).differenceHash);
  return hashes;
}

test('no flat color or gradient is similar to another one', async () => {
  const colors = Array.from({ length: 30 }, (_, n) => `rgb(${(n * 53) % 256}, ${(n * 97) % 256}, ${(n * 151) % 256})`);
  const gradients = [
    gradient((x) => x * 2),
    gradient((x) => 255 - x * 2),
    gradient((_x, y) => y * 2),
    gradient((_x, y) => 255 - y * 2),
    gradient((x, y) => x + y),
  ];
  const hashes = await hashesOf([...colors.map((color) => flat(color)), ...gradients]);
  for (const hash of hashes) expect(countAlike(hash, hashes)).toBe(1);
});

test('a flat picture is similar to itself in another size', async () => {
  const [small = '', large = ''] = await hashesOf([flat('red'), flat('red', 2 * SIDE)]);
  expect(countAlike(small, [large])).toBe(1);
});

test('a picture with detail is similar to itself after being made smaller and brighter', async () => {
  const picture = await aPicture(1, { width: 360, height: 320 });
  const changed = jpeg(sharp(picture).resize(180).modulate({ brightness: 1.05 }));
  const [before = '', after = '', other = ''] = await hashesOf([Promise.resolve(picture), changed, aPicture(2)]);
  expect([countAlike(before, [after]), countAlike(before, [other])]).toEqual([1, 0]);
});
