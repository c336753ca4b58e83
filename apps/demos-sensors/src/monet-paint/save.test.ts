import { MAX_SAVED_SIDE, piecesOf, savedSize, tileOf } from './save.ts';

test('4K has a longest side of 3840 in the window’s aspect ratio; otherwise the file has the window’s pixels, never more than 4K', () => {
  expect(MAX_SAVED_SIDE).toBe(3840);
  expect(savedSize(1440, 900, 1, true)).toEqual([3840, 2400]);
  expect(savedSize(390, 844, 3, true)).toEqual([1774, 3840]);
  expect(savedSize(1440, 900, 2, false)).toEqual([2880, 1800]);
  expect(savedSize(3000, 1000, 2, false)).toEqual([3840, 1280]);
});

test('tiles cover every pixel once', () => {
  const [width, height] = [1500, 700];
  const seen = new Uint8Array(width * height);
  for (const piece of piecesOf(width, height)) {
    for (let y = piece.y; y < piece.y + piece.height; y += 1) {
      for (let x = piece.x; x < piece.x + piece.width; x += 1) seen[y * width + x]! += 1;
    }
  }
  expect(seen.every((count) => count === 1)).toBe(true);
});

test('a tile shows its part of the picture and a margin of four pixels', () => {
  const [left, top, wide, high] = tileOf({ x: 640, y: 0, width: 640, height: 400 }, 1280, 400);
  expect([left * 1280, top * 400, wide * 1280, high * 400].map((pixels) => Math.round(pixels))).toEqual([636, -4, 648, 408]);
});
