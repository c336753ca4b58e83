/**
 * @jest-environment node
 */
import { inflateSync } from 'node:zlib';
import { drawSocialImage } from './social-image-draw.ts';

const png = drawSocialImage();
const rows = inflateSync(png.subarray(41, png.length - 16));
const at = (x: number, y: number) => [...rows.subarray(y * 3601 + 1 + x * 3, y * 3601 + 4 + x * 3)];

test('the picture beside shared links is a PNG of 1200 × 630 px, and small', () => {
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(rows).toHaveLength(3601 * 630);
  expect(png.length).toBeLessThan(60_000);
});

test('where two circles overlap their colors multiply', () => {
  expect(at(5, 5)).toEqual([255, 255, 255]);
  expect(at(250, 450)).toEqual([0xff, 0x8a, 0x1f]);
  expect(at(600, 130)).toEqual([0x35, 0xb6, 0xff]);
  expect(at(470, 280)).toEqual([0x35, Math.round((0x8a * 0xb6) / 255), 0x1f]);
});

test('the picture is the same every time', () => {
  expect(drawSocialImage().equals(png)).toBe(true);
});
