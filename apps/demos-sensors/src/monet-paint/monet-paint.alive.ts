import type { AliveModule } from '@site/host';
import { createRandom } from '@site/sim';
import { driftAt } from './composition.ts';
import { layStroke } from './still.ts';
import { createStrokes, MAX_STROKES } from './strokes.ts';

/** The part of the picture that the still shows, as fractions of its sides (`stills.mjs`). */
const PART = { from: 1 / 3, size: 1 / 3 };
const SEED = 1840;
const STROKES_PER_TICK = 12;
/** Only the finest strokes, drawn smaller than on the page: at this scale broad ones would cover everything below them. */
const MAX_WIDTH = 0.016;
const STROKE_SCALE = 0.7;
/** How far the paint drifts before it drifts back, and how long both take. */
const DRIFT_SECONDS = 1.4;
const PERIOD_SECONDS = 14;
const DRIFT_STEPS = 4;

/** The still's colors, at a size at which individual hairs do not show. */
function pigmentsOf(still: HTMLImageElement) {
  const [width, height] = [288, 180];
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('this browser has no 2D canvas');
  context.drawImage(still, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  const within = (share: number, count: number) => Math.min(count - 1, Math.max(0, Math.floor(share * count)));
  /** The color at a position, given as fractions of the still's sides. */
  return (x: number, y: number) => {
    const at = 4 * (within(y, height) * width + within(x, width));
    const channel = (offset: number) => (data[at + offset] ?? 0) / 255;
    return [channel(0), channel(1), channel(2)] as const;
  };
}

/** The still is painted over with its own colors while they drift. */
export const start: AliveModule['start'] = (canvas, { still }) => {
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('this browser has no 2D canvas');
  const { width, height } = canvas;
  const side = (Math.sqrt(width * height) / PART.size) * STROKE_SCALE;
  const inPart = (share: number) => (share - PART.from) / PART.size;
  const pigmentAt = pigmentsOf(still);
  const strokes = createStrokes(MAX_STROKES, createRandom(SEED))
    .filter(
      (stroke) => stroke.width < MAX_WIDTH && [inPart(stroke.x), inPart(stroke.y)].every((share) => share > -0.1 && share < 1.1),
    )
    .sort((a, b) => a.phase - b.phase);
  const random = createRandom(SEED + 1);
  let ticks = 0;
  let next = 0;
  context.drawImage(still, 0, 0, width, height);
  context.lineCap = 'round';

  /** The color that has drifted to a position of the picture. */
  function driftedTo(x: number, y: number) {
    const seconds = (DRIFT_SECONDS / 2) * (1 - Math.cos((ticks / 60 / PERIOD_SECONDS) * 2 * Math.PI));
    let [fromX, fromY] = [x, y];
    for (let part = 0; part < DRIFT_STEPS; part += 1) {
      const [driftX, driftY] = driftAt(0, fromX, fromY);
      fromX -= (driftX * seconds) / DRIFT_STEPS;
      fromY -= (driftY * seconds) / DRIFT_STEPS;
    }
    return pigmentAt(inPart(fromX), inPart(fromY));
  }
  function layNext(): void {
    const stroke = strokes[next]!;
    next = (next + 1) % strokes.length;
    const [driftX, driftY] = driftAt(0, stroke.x, stroke.y);
    const angle = Math.atan2(driftY * height, driftX * width) + stroke.lean;
    const pigment = driftedTo(stroke.x, stroke.y);
    layStroke(context!, stroke, { x: inPart(stroke.x) * width, y: inPart(stroke.y) * height, angle, side, pigment }, random);
  }

  return {
    step() {
      ticks += 1;
      for (let count = 0; count < STROKES_PER_TICK; count += 1) layNext();
    },
    // Paint stays where it was laid.
    draw() {},
  };
};
