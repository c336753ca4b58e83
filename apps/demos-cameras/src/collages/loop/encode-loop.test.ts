/** @jest-environment node */
import { decode, decodeFrames } from 'modern-gif';
import { createRandom } from '@site/sim';
import { gridOfPhotos, octagonsAndSquares } from '../../engine/layouts.ts';
import { encodeLoop } from './encode-loop.ts';
import { framesOf, planLoop, type LoopPlan } from './loop.model.ts';

/** A picture whose pixels get their colors from a function. */
function aPicture({ width, height }: LoopPlan, colorAt: (x: number, y: number) => readonly number[]) {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) data.set([...colorAt(x, y), 255], (y * width + x) * 4);
  return { width, height, data };
}

test('eighty photos of pure noise become eighty frames that repeat forever, in less than 5 MB', async () => {
  const plan = planLoop(gridOfPhotos(10, 8, 120, { width: 1920, height: 1080 }), 80);
  const random = createRandom(1);
  const channel = () => Math.floor(random() * 256);
  const seen: number[] = [];
  const file = await encodeLoop(
    plan,
    aPicture(plan, () => [channel(), channel(), channel()]),
    (frame) => seen.push(frame),
  );
  expect(file.type).toBe('image/gif');
  expect(file.size).toBeLessThan(5_000_000);
  expect(seen).toEqual(plan.frames.map((_, index) => index + 1));
  const { width, height, looped, loopCount, frames } = decode(await file.arrayBuffer());
  expect({ width, height, looped, loopCount }).toEqual({ width: 800, height: 361, looped: true, loopCount: 0 });
  expect(frames.map(({ delay }) => delay)).toEqual([...Array.from({ length: 79 }, () => 50), 2_000]);
});

test('each decoded frame is the ground with the photos so far, and the last one is the picture, to the last pixel', async () => {
  const layout = octagonsAndSquares();
  const plan = planLoop({ ...layout, width: 300, height: 120, cells: layout.cells.slice(0, 3) }, 3);
  const picture = aPicture(plan, (x, y) => [40 + Math.floor(x / 100) * 20, 60 + Math.floor(y / 100) * 20, 90]);
  const file = await encodeLoop(plan, picture, () => {});
  const decoded = decodeFrames(await file.arrayBuffer());
  const shown = new Uint8ClampedArray(picture.data.length);
  for (const [photo, { width, height, data }] of [...framesOf(plan, picture)].entries()) {
    const { box } = plan.frames[photo]!;
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const pixel = data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4);
        if (pixel[3] === 255) shown.set(pixel, ((box.y + y) * plan.width + box.x + x) * 4);
      }
    }
    // The encoder computes colors in integers of another color space.
    const away = shown.reduce((max, value, index) => Math.max(max, Math.abs(value - decoded[photo]!.data[index]!)), 0);
    expect(away).toBeLessThanOrEqual(2);
  }
  expect(shown).toEqual(picture.data);
});
