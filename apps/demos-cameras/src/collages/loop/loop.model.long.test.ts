import { grid, gridOfPhotos, honeycomb, octagonsAndSquares, type Layout } from '../../engine/layouts.ts';
import { framesOf, GROUND, planLoop, type LoopPlan, type Pixels } from './loop.model.ts';

const CAMERAS = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
  { width: 1000, height: 1250 },
];
/** Every layout of the six pages, with its number of photos. */
const CASES: readonly (readonly [string, Layout, number])[] = [
  ['4 by 5', grid(4, 5, { width: 800, height: 1000 }), 20],
  ['squares', grid(10, 10, { width: 1000, height: 1000 }), 100],
  ['honeycomb', honeycomb(), 100],
  ['octagons', octagonsAndSquares(), 64],
  ['octagons and gaps', octagonsAndSquares(), 113],
  ...CAMERAS.flatMap((camera) => [
    [`12 of ${camera.width}`, gridOfPhotos(4, 3, 240, camera), 12] as const,
    [`80 of ${camera.width}`, gridOfPhotos(10, 8, 120, camera), 80] as const,
  ]),
];

const GROUND_PIXEL = new Uint32Array(Uint8ClampedArray.from([...GROUND, 255]).buffer)[0];

/** A picture whose pixels all differ. */
function aPicture({ width, height }: LoopPlan): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    data.set([pixel & 255, (pixel >> 8) & 255, 64 + ((pixel >> 16) & 255), 255], pixel * 4);
  }
  return { width, height, data };
}

test.each(CASES)('%s: every photo joins once, and together the frames are the picture', (_name, layout, photos) => {
  const plan = planLoop(layout, photos);
  expect(plan.frames).toHaveLength(photos);
  expect(Math.max(plan.width, plan.height)).toBe(800);
  const picture = aPicture(plan);
  const shown = new Uint32Array(plan.width * plan.height);
  const wanted = new Uint32Array(picture.data.buffer);
  let photo = 0;
  let twice = 0;
  let strange = 0;
  for (const { width, height, data } of framesOf(plan, picture)) {
    const { box } = plan.frames[photo]!;
    expect([width, height]).toEqual([box.width, box.height]);
    const pixels = new Uint32Array(data.buffer);
    let joined = 0;
    for (const [index, pixel] of pixels.entries()) {
      const at = (box.y + Math.floor(index / width)) * plan.width + box.x + (index % width);
      if (data[index * 4 + 3] === 0) continue;
      if (pixel === wanted[at]) {
        joined += 1;
        if (shown[at] === pixel) twice += 1;
      } else if (photo > 0 || pixel !== GROUND_PIXEL) strange += 1;
      shown[at] = pixel;
    }
    expect(joined).toBeGreaterThan(100);
    photo += 1;
  }
  expect({ twice, strange }).toEqual({ twice: 0, strange: 0 });
  expect(Buffer.compare(Buffer.from(shown.buffer), Buffer.from(wanted.buffer))).toBe(0);
});
