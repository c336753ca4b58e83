import { createPng } from './png.ts';

afterEach(() => jest.restoreAllMocks());

test('in a browser without CompressionStream a canvas encodes the rows', async () => {
  expect('CompressionStream' in globalThis).toBe(false);
  const laid: { y: number; data: number[] }[] = [];
  const context = {
    createImageData: (width: number, height: number) => ({ width, height, data: new Uint8ClampedArray(4 * width * height) }),
    putImageData: ({ data }: ImageData, _x: number, y: number) => void laid.push({ y, data: [...data] }),
  };
  // A cast, because jsdom has no canvas: this stub has the members that the encoder uses.
  jest
    .spyOn(HTMLCanvasElement.prototype, 'getContext')
    .mockImplementation((() => context) as unknown as HTMLCanvasElement['getContext']);
  const packed = new Blob(['png'], { type: 'image/png' });
  jest.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(packed));
  const png = createPng(1, 3);
  await png.add(new Uint8ClampedArray([1, 2, 3, 255, 4, 5, 6, 255]));
  await png.add(new Uint8ClampedArray([7, 8, 9, 255]));
  expect(await png.done()).toBe(packed);
  expect(laid).toEqual([
    { y: 0, data: [1, 2, 3, 255, 4, 5, 6, 255] },
    { y: 2, data: [7, 8, 9, 255] },
  ]);
});
