import { grid, octagonsAndSquares } from '../../engine/layouts.ts';
import { EVERY_LAYOUT } from './loop.factory.ts';
import { planLoop } from './loop.model.ts';

test.each(EVERY_LAYOUT)(
  '%s: even if every pixel took the longest code, the file would be below 5 MB',
  (_name, layout, photos) => {
    const { frames } = planLoop(layout, photos);
    const pixels = frames.reduce((sum, { box }) => sum + box.width * box.height, 0);
    // A code has at most 12 bits and stands for at least one pixel; each block of 255 bytes is preceded by a length byte; a
    // frame has a table of 256 colors.
    expect(((pixels * 12) / 8) * (256 / 255) + frames.length * 1_000).toBeLessThan(5_000_000);
  },
);

test.each([
  [4, 500, 3_500],
  [12, 330, 5_630],
  [20, 200, 5_800],
  [80, 50, 5_950],
  [100, 40, 5_960],
])('a loop of %i photos shows one more every %i ms, and the finished picture for two seconds', (photos, delayMs, total) => {
  const { frames } = planLoop(grid(photos, 1, { width: 800, height: 100 }), photos);
  expect(new Set(frames.slice(0, -1).map((frame) => frame.delayMs))).toEqual(new Set([delayMs]));
  expect(frames.at(-1)?.delayMs).toBe(2_000);
  expect(frames.reduce((sum, frame) => sum + frame.delayMs, 0)).toBe(total);
});

test('each frame stores only its cell; the first also stores the background; the last of an open layout, everything left', () => {
  const covered = planLoop(grid(2, 2, { width: 400, height: 200 }), 4);
  expect(covered.frames.map(({ box }) => [box.x, box.y, box.width, box.height])).toEqual([
    [0, 0, 400, 200],
    [200, 0, 200, 100],
    [0, 100, 200, 100],
    [200, 100, 200, 100],
  ]);
  const open = planLoop(octagonsAndSquares(), 64);
  expect(open.frames.map(({ box }) => box.width).filter((width) => width > 100)).toEqual([800, 800]);
});
