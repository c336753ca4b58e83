/** @jest-environment node */
import { decodeFrames } from 'modern-gif';
import { octagonsAndSquares } from '../../engine/layouts.ts';
import { encodeLoop } from './encode-loop.ts';
import { aPicture } from './loop.factory.ts';
import { framesOf, planLoop } from './loop.model.ts';

test('each decoded frame shows the photos so far over the background, and the last is the picture, down to the last pixel', async () => {
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
    const maxError = shown.reduce((max, value, index) => Math.max(max, Math.abs(value - decoded[photo]!.data[index]!)), 0);
    expect(maxError).toBeLessThanOrEqual(2);
  }
  expect(shown).toEqual(picture.data);
});
