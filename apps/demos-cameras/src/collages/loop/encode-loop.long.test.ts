/** @jest-environment node */
import { decode } from 'modern-gif';
import { createRandom } from '@site/sim';
import { gridOfPhotos } from '../../engine/layouts.ts';
import { encodeLoop } from './encode-loop.ts';
import { planLoop, type LoopPlan } from './loop.model.ts';

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
