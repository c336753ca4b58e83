/** @jest-environment node */
import { decode } from 'modern-gif';
import { createRandom } from '@site/sim';
import { gridOfPhotos } from '../../engine/layouts.ts';
import { encodeLoop } from './encode-loop.ts';
import { aPicture } from './loop.factory.ts';
import { planLoop } from './loop.model.ts';

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
