import { boxOf, isWithin, placeOf, type Layout, type Point, type Rect, type Size } from '../../engine/layouts.ts';

/** Longest side of a loop, in pixels. Pure noise then takes 1 MB of the 5 MB that a loop may have, photos a quarter of that. */
const MAX_SIDE = 800;
/** Time from the first photo to the last, unless there are only a few photos. */
const BUILD_MS = 4_000;
const MAX_DELAY_MS = 500;
/** How long the finished picture is shown. */
const FINISHED_MS = 2_000;
/** Browsers slow down frames that are shorter. */
const MIN_DELAY_MS = 20;
/** The color where there is no photo yet. */
export const BACKGROUND = [8, 10, 20] as const;

/** One photo joining the picture, in pixels of the loop. */
interface LoopFrame {
  /** What the frame stores; only pixels in it change. */
  readonly box: Rect;
  /** Pixels inside this polygon join; undefined in the last frame, in which all remaining pixels do. */
  readonly corners: readonly Point[] | undefined;
  readonly delayMs: number;
}

/** How a finished picture becomes a loop: plain data for the worker. */
export interface LoopPlan extends Size {
  readonly frames: readonly LoopFrame[];
}

/** Pixels of a loop, red, green, blue and alpha. */
export interface Pixels extends Size {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** @param photos how many photos the picture has: its cells, and the gaps that were filled with photos of their own */
export function planLoop(layout: Layout, photos: number): LoopPlan {
  const scale = Math.min(1, MAX_SIDE / Math.max(layout.width, layout.height));
  const size = { width: Math.round(layout.width * scale), height: Math.round(layout.height * scale) };
  const whole = { x: 0, y: 0, ...size };
  // GIF counts in hundredths of a second.
  const delayMs = Math.max(MIN_DELAY_MS, Math.min(MAX_DELAY_MS, Math.round(BUILD_MS / photos / 10) * 10));
  const frames = Array.from({ length: photos }, (_, photo): LoopFrame => {
    const isLast = photo === photos - 1;
    const { corners: places } = placeOf(layout, photo);
    const corners = places.map(({ x, y }) => ({ x: x * scale, y: y * scale }));
    const box = photo === 0 || (isLast && !layout.isCovered) ? whole : boxOf(corners, size);
    return { box, corners: isLast ? undefined : corners, delayMs: isLast ? FINISHED_MS : delayMs };
  });
  return { ...size, frames };
}

/**
 * The pixels of each frame's box, one frame after another. Those that do not change are transparent and white, because the
 * encoder treats transparent pixels as white when it chooses colors.
 * @param picture the finished picture, in the loop's size
 */
export function* framesOf({ frames, width }: LoopPlan, picture: Pixels): Generator<Pixels> {
  const shown = new Uint8Array(picture.data.length / 4);
  for (const [photo, { box, corners }] of frames.entries()) {
    const data = new Uint8ClampedArray(box.width * box.height * 4);
    for (let y = 0; y < box.height; y += 1) {
      for (let x = 0; x < box.width; x += 1) {
        const [to, from] = [y * box.width + x, (box.y + y) * width + box.x + x];
        const joins = !shown[from] && (!corners || isWithin(corners, { x: box.x + x + 0.5, y: box.y + y + 0.5 }));
        if (joins) {
          shown[from] = 1;
          data.set(picture.data.subarray(from * 4, from * 4 + 4), to * 4);
        } else data.set(photo === 0 ? [...BACKGROUND, 255] : [255, 255, 255, 0], to * 4);
      }
    }
    yield { width: box.width, height: box.height, data };
  }
}
