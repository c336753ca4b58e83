import { drawPng, type Color } from './png.ts';
import { SOCIAL_IMAGE } from './social-image.ts';

interface Circle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly fill: Color;
}

/** The home page's pairs of circles, with their colors from libs/ui/src/tokens.css: center and radius in px. */
const CIRCLES: readonly Circle[] = [
  { x: 318, y: 372, radius: 232, fill: [0xff, 0x8a, 0x1f] },
  { x: 556, y: 214, radius: 164, fill: [0x35, 0xb6, 0xff] },
  { x: 842, y: 286, radius: 206, fill: [0xff, 0x5f, 0x8f] },
  { x: 1012, y: 452, radius: 138, fill: [0x3f, 0xe0, 0x6b] },
];

/** Light through every circle that covers the pixel; an edge covers it partly. */
function colorAt(circles: readonly Circle[], x: number, y: number): Color {
  let [red, green, blue] = [1, 1, 1];
  for (const circle of circles) {
    const cover = Math.min(1, Math.max(0, circle.radius - Math.hypot(x - circle.x, y - circle.y) + 0.5));
    const [r, g, b] = circle.fill;
    red *= 1 - cover * (1 - r / 255);
    green *= 1 - cover * (1 - g / 255);
    blue *= 1 - cover * (1 - b / 255);
  }
  return [Math.round(red * 255), Math.round(green * 255), Math.round(blue * 255)];
}

/** The same bytes on every machine: only arithmetic, no fonts and no browser. */
const drawCircles = (circles: readonly Circle[], width: number, height: number): Buffer =>
  drawPng(width, height, (x, y) => colorAt(circles, x + 0.5, y + 0.5));

export const drawSocialImage = (): Buffer => drawCircles(CIRCLES, SOCIAL_IMAGE.width, SOCIAL_IMAGE.height);

/** The circles of the site's icon, on a 32 × 32 grid: those of the document's favicon, without its transparency. */
const ICON_CIRCLES: readonly Circle[] = [
  { x: 12, y: 12, radius: 10, fill: [0xff, 0x96, 0x36] },
  { x: 21, y: 20, radius: 10, fill: [0x5d, 0xc5, 0xff] },
];

/**
 * The site's icon on white.
 * @param scale of the circles: a maskable icon may lose all but a circle of 80% of its width
 */
export function drawIcon(size: number, scale: number): Buffer {
  const place = (value: number) => size / 2 + ((value - 16) * scale * size) / 32;
  const circles = ICON_CIRCLES.map(({ x, y, radius, fill }) => ({
    x: place(x),
    y: place(y),
    radius: (radius * scale * size) / 32,
    fill,
  }));
  return drawCircles(circles, size, size);
}
