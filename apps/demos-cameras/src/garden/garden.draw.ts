import { createRandom } from '@site/sim';
import { FOLDS, rimAt } from './garden.model.ts';

/** Points on a flower's rim; with fewer, corners show on the largest flowers. */
const RIM_POINTS = 96;
const WEDGES = 2 * FOLDS;
const WEDGE_ANGLE = (2 * Math.PI) / WEDGES;
/** Overlap of two wedges, in pixels. Without it their antialiased edges let the background through. */
const OVERLAP = 1;
const BACKGROUND = ['#101a3a', '#1d3a4a', '#24553d'] as const;
const BLOSSOMS = ['#ff8a1f', '#35b6ff', '#ff5f8f', '#3fe06b', '#ffd84a', '#b58cff'] as const;

type Context = CanvasRenderingContext2D;

export function createCanvas(width: number, height: number) {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser has no memory left for a picture');
  return { canvas, context };
}

/** The background of the flowers: evening sky above, meadow below. */
export function drawBackground(context: Context, width: number, height: number): void {
  const evening = context.createLinearGradient(0, 0, 0, height);
  for (const [n, color] of BACKGROUND.entries()) evening.addColorStop(n / (BACKGROUND.length - 1), color);
  context.fillStyle = evening;
  context.fillRect(0, 0, width, height);
}

function rimOf(radius: number): Path2D {
  const rim = new Path2D();
  for (let n = 0; n < RIM_POINTS; n += 1) {
    const angle = (n / RIM_POINTS) * 2 * Math.PI;
    const reach = rimAt(radius, angle);
    rim.lineTo(reach * Math.cos(angle), reach * Math.sin(angle));
  }
  rim.closePath();
  return rim;
}

/** From the positive x axis to the next wedge, wider by the overlap on both sides. */
function wedgeOf(radius: number): Path2D {
  const wedge = new Path2D();
  const [cos, sin] = [Math.cos(WEDGE_ANGLE), Math.sin(WEDGE_ANGLE)];
  wedge.moveTo(-OVERLAP, -OVERLAP);
  wedge.lineTo(radius, -OVERLAP);
  wedge.arc(0, 0, radius + OVERLAP, 0, WEDGE_ANGLE);
  wedge.lineTo(radius * cos - OVERLAP * sin, radius * sin + OVERLAP * cos);
  wedge.lineTo(-OVERLAP * sin, OVERLAP * cos);
  wedge.closePath();
  return wedge;
}

/** A flower, centered in its canvas: one wedge of the photo, mirrored from neighbor to neighbor. */
export function makeFlower(photo: CanvasImageSource, photoWidth: number, photoHeight: number, radius: number) {
  const { canvas, context } = createCanvas(2 * radius, 2 * radius);
  // One copy, so that all wedges show the same moment and are scaled down only once.
  const strip = createCanvas(radius, radius / 2);
  const side = Math.min(photoWidth, photoHeight * 2);
  const [left, top] = [(photoWidth - side) / 2, (photoHeight - side / 2) / 2];
  strip.context.drawImage(photo, left, top, side, side / 2, 0, 0, strip.canvas.width, strip.canvas.height);

  context.translate(radius, radius);
  const rim = rimOf(radius);
  context.save();
  context.clip(rim);
  const wedge = wedgeOf(radius);
  for (let n = 0; n < WEDGES; n += 1) {
    context.save();
    // Each wedge mirrors its neighbor, so petals are symmetrical.
    context.rotate((n % 2 === 0 ? n : n + 1) * WEDGE_ANGLE);
    if (n % 2 === 1) context.scale(1, -1);
    context.clip(wedge);
    context.drawImage(strip.canvas, -OVERLAP, -OVERLAP, radius + OVERLAP, radius / 2 + OVERLAP);
    context.restore();
  }
  const shade = context.createRadialGradient(0, 0, radius * 0.5, 0, 0, radius);
  shade.addColorStop(0, 'rgb(6 10 24 / 0)');
  shade.addColorStop(1, 'rgb(6 10 24 / 0.35)');
  context.fillStyle = shade;
  context.fill(rim);
  context.restore();
  context.lineWidth = Math.max(1.5, radius * 0.02);
  context.strokeStyle = 'rgb(255 255 255 / 0.55)';
  context.save();
  context.clip(rim);
  context.stroke(rim);
  context.restore();
  return canvas;
}

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly rotation: number;
}

export function drawFlower(context: Context, flower: HTMLCanvasElement, { x, y, radius, rotation }: Place): void {
  context.save();
  context.translate(x, y);
  context.rotate(rotation);
  context.drawImage(flower, -radius, -radius, 2 * radius, 2 * radius);
  context.restore();
}

/** Used instead of a photo where there is no camera yet: discs of light, as elsewhere on this site. */
export function paintBlossom(seed: number, size: number): HTMLCanvasElement {
  const random = createRandom(seed);
  const { canvas, context } = createCanvas(size, size / 2);
  const pick = () => BLOSSOMS[Math.floor(random() * BLOSSOMS.length)] ?? BLOSSOMS[0];
  context.fillStyle = pick();
  context.fillRect(0, 0, size, size / 2);
  for (let n = 0; n < 9; n += 1) {
    context.globalAlpha = 0.75;
    context.fillStyle = pick();
    context.beginPath();
    context.arc(random() * size, (random() * size) / 2, (0.06 + random() * 0.16) * size, 0, 2 * Math.PI);
    context.fill();
  }
  return canvas;
}
