import { aPicture, EVERY_LAYOUT } from './loop.factory.ts';
import { framesOf, BACKGROUND, planLoop } from './loop.model.ts';

const BACKGROUND_PIXEL = new Uint32Array(Uint8ClampedArray.from([...BACKGROUND, 255]).buffer)[0];

/** A color of its own for each pixel of a picture. */
const colorOf = (pixel: number) => [pixel & 255, (pixel >> 8) & 255, 64 + ((pixel >> 16) & 255)];

test.each(EVERY_LAYOUT)('%s: every photo joins once, and together the frames are the picture', (_name, layout, photos) => {
  const plan = planLoop(layout, photos);
  expect(plan.frames).toHaveLength(photos);
  expect(Math.max(plan.width, plan.height)).toBe(800);
  const picture = aPicture(plan, (x, y) => colorOf(y * plan.width + x));
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
      } else if (photo > 0 || pixel !== BACKGROUND_PIXEL) strange += 1;
      shown[at] = pixel;
    }
    expect(joined).toBeGreaterThan(100);
    photo += 1;
  }
  expect({ twice, strange }).toEqual({ twice: 0, strange: 0 });
  expect(Buffer.compare(Buffer.from(shown.buffer), Buffer.from(wanted.buffer))).toBe(0);
});
