/** @jest-environment node */
import { inflateSync } from 'node:zlib';
import { createPng } from './png.ts';

const WIDTH = 300;
const HEIGHT = 280;

/** Reads a file back: dimensions, the chunks in order, and the picture's RGB rows with the filter undone. */
async function readBack(blob: Blob) {
  const bytes = Buffer.from(await blob.arrayBuffer());
  const types: string[] = [];
  const data: Buffer[] = [];
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    types.push(type);
    if (type === 'IDAT') data.push(bytes.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const lines = inflateSync(Buffer.concat(data));
  const line = 3 * WIDTH + 1;
  const pixels = new Uint8Array(3 * WIDTH * HEIGHT);
  const filters = new Set<number>();
  for (let row = 0; row < HEIGHT; row += 1) {
    filters.add(lines[row * line]!);
    for (let i = 0; i < 3 * WIDTH; i += 1) {
      const before = i < 3 ? 0 : pixels[row * 3 * WIDTH + i - 3]!;
      pixels[row * 3 * WIDTH + i] = lines[row * line + 1 + i]! + before;
    }
  }
  return { bytes, types, pixels, filters, length: lines.length };
}

const picture = Uint8ClampedArray.from({ length: 4 * WIDTH * HEIGHT }, (_, i) => (i % 4 === 3 ? 255 : (i * 31 + (i >> 7)) & 255));

test('the file is a PNG of that size with every pixel in place, though its rows came in two parts', async () => {
  const png = createPng(WIDTH, HEIGHT);
  await png.add(picture.subarray(0, 4 * WIDTH * 100));
  await png.add(picture.subarray(4 * WIDTH * 100));
  const blob = await png.done();
  expect(blob.type).toBe('image/png');
  const { bytes, types, pixels, filters, length } = await readBack(blob);
  expect([...bytes.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10]);
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([WIDTH, HEIGHT]);
  expect([types[0], types.at(-1), ...new Set(types.slice(1, -1))]).toEqual(['IHDR', 'IEND', 'IDAT']);
  expect([...filters]).toEqual([1]);
  expect(length).toBe(HEIGHT * (3 * WIDTH + 1));
  const wanted = picture.filter((_, i) => i % 4 !== 3);
  expect(Buffer.compare(Buffer.from(pixels), Buffer.from(wanted))).toBe(0);
});

test('the checksum of a chunk is the one that the PNG standard specifies', async () => {
  const { bytes } = await readBack(await emptyPicture());
  // IEND is the same in every PNG.
  expect(bytes.subarray(-12).toString('hex')).toBe('0000000049454e44ae426082');
});

async function emptyPicture(): Promise<Blob> {
  const png = createPng(WIDTH, HEIGHT);
  await png.add(new Uint8ClampedArray(4 * WIDTH * HEIGHT));
  return png.done();
}

test('rows are compressed a few at a time, with other tasks in between', async () => {
  const writes = jest.spyOn(WritableStreamDefaultWriter.prototype, 'write');
  const pauses = jest.spyOn(globalThis, 'setTimeout');
  await emptyPicture();
  // 280 lines of 901 bytes: 145 of them are the most that fit into 128 kB.
  expect(writes.mock.calls.map(([part]) => (part as Uint8Array).length)).toEqual([145 * 901, 135 * 901]);
  expect(pauses.mock.calls.map(([, delay]) => delay)).toEqual([0, 0]);
  jest.restoreAllMocks();
});
