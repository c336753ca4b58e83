import { createRandom, type Random } from '@site/sim';
import { driftAt, pigmentAt } from './composition.ts';
import { hexOf, type Color, type Palette } from './palettes.ts';
import { createStrokes, type Stroke } from './strokes.ts';

/** The same strokes without a GPU: painted once on a 2D canvas, in batches. */
const STILL_STROKES = 5200;
const SEED = 1840;
/** Each stroke is this many hairs, each a little lighter or darker. */
const HAIRS = 5;
/** Fine strokes need fewer hairs. */
const FINE_WIDTH = 0.02;

export interface Still {
  /** Paints the next strokes for at most `budget` ms; returns true when the picture is done. */
  paintSome(budget: number, now: () => number): boolean;
}

type Brush = Pick<
  CanvasRenderingContext2D,
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'lineCap'
  | 'globalAlpha'
  | 'fillRect'
  | 'beginPath'
  | 'moveTo'
  | 'quadraticCurveTo'
  | 'stroke'
>;

/** Where a stroke is laid, in px of the canvas. */
interface Touch {
  readonly x: number;
  readonly y: number;
  /** Direction in radians. */
  readonly angle: number;
  /** Square root of the picture's area. */
  readonly side: number;
  readonly pigment: Color;
}

export function layStroke(context: Brush, stroke: Stroke, { x, y, angle, side, pigment }: Touch, random: Random): void {
  const alongX = Math.cos(angle);
  const alongY = Math.sin(angle);
  const half = 0.5 * stroke.length * side;
  const hairs = stroke.width < FINE_WIDTH ? HAIRS - 2 : HAIRS;
  const thick = (stroke.width * side) / hairs;
  context.globalAlpha = 0.82;
  for (let hair = 0; hair < hairs; hair += 1) {
    const beside = (hair - (hairs - 1) / 2) * thick;
    const light = 1 + 0.13 * stroke.tint + 0.3 * (random() - 0.5) + (hair === 0 ? 0.1 : 0);
    const color: Color = [pigment[0] * light, pigment[1] * light, pigment[2] * light];
    const torn = 1 - 0.35 * random();
    const fromX = x - alongX * half * (1 - 0.15 * random()) - alongY * beside;
    const fromY = y - alongY * half + alongX * beside;
    const bow = beside + stroke.bend * 0.3 * half;
    context.strokeStyle = hexOf(color);
    context.lineWidth = thick * 1.25;
    context.beginPath();
    context.moveTo(fromX, fromY);
    context.quadraticCurveTo(
      x - alongY * bow,
      y + alongX * bow,
      x + alongX * half * torn - alongY * beside,
      y + alongY * half * torn + alongX * beside,
    );
    context.stroke();
  }
}

export function createStill(context: Brush, palette: Palette, width: number, height: number): Still {
  const strokes = createStrokes(STILL_STROKES, createRandom(SEED));
  const random = createRandom(SEED + 1);
  const side = Math.sqrt(width * height);
  let next = 0;
  context.fillStyle = hexOf(pigmentAt(palette, 0.5, 0.5));
  context.fillRect(0, 0, width, height);
  context.lineCap = 'round';

  function paint(stroke: Stroke): void {
    const [driftX, driftY] = driftAt(0, stroke.x, stroke.y);
    const angle = Math.atan2(driftY * height, driftX * width) + stroke.lean;
    const pigment = pigmentAt(palette, stroke.x, stroke.y);
    layStroke(context, stroke, { x: stroke.x * width, y: stroke.y * height, angle, side, pigment }, random);
  }

  return {
    paintSome(budget, now) {
      const begin = now();
      while (next < strokes.length) {
        paint(strokes[next]!);
        next += 1;
        if (next % 16 === 0 && now() - begin > budget) return false;
      }
      context.globalAlpha = 1;
      return true;
    },
  };
}
