import { RADIUS, type Balls } from './balls.rules.ts';

/** Ball colors: the site's four circles. `#rrggbb` each. */
export interface Palette {
  readonly ground: string;
  readonly balls: readonly string[];
}

export interface BallsPicture {
  /** Draws the balls between their last two ticks; `ahead` 1 is the newer one. */
  draw(balls: Balls, scale: number, ahead: number): void;
  /** Fits the picture to a size in CSS px and the screen's pixels per CSS px. */
  fit(cssWidth: number, cssHeight: number, pixelRatio: number): void;
}

/** Above this count balls are drawn pixel by pixel, because one draw call per ball would cost more. */
const MAX_SPRITES = 2000;
/** Subpixel positions per axis for which the antialiased edge of a ball is precomputed. */
const PHASES = 4;
/** Above 2 device pixels per CSS px there is no visible difference, and the picture costs twice as much. */
const MAX_PIXEL_RATIO = 2;

/**
 * Canvas 2D: one prepared sprite per color, or for large crowds one image painted in place.
 * @param corner the point of the box in the picture's upper left corner; crowds are always shown whole
 */
export function createPicture(canvas: HTMLCanvasElement, palette: Palette, corner = { x: 0, y: 0 }): BallsPicture {
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('this browser has no 2D canvas');
  let ratio = 1;
  let sprites: { readonly radius: number; readonly images: readonly HTMLCanvasElement[] } | undefined;
  let crowd: Crowd | undefined;

  function drawSprites(balls: Balls, scale: number, back: number): void {
    const { x, y, work } = balls;
    const radius = RADIUS * scale * ratio;
    if (sprites?.radius !== radius) sprites = { radius, images: palette.balls.map((color) => makeSprite(color, radius)) };
    const { images } = sprites;
    const zoom = scale * ratio;
    const half = images[0]!.width / 2;
    context!.fillStyle = palette.ground;
    context!.fillRect(0, 0, canvas.width, canvas.height);
    for (let i = 0; i < balls.count; i += 1) {
      const left = (x[i]! - corner.x + (work.tickX[i]! - x[i]!) * back) * zoom - half;
      const top = (y[i]! - corner.y + (work.tickY[i]! - y[i]!) * back) * zoom - half;
      context!.drawImage(images[i % images.length]!, left, top);
    }
  }

  return {
    draw(balls, scale, ahead) {
      // Interpolated between the last two ticks; extrapolation would draw balls inside walls.
      // In the middle of a tick only the previous one is complete.
      const back = balls.asleep ? 0 : balls.work.substeps > 0 ? 1 : 1 - ahead;
      if (balls.count <= MAX_SPRITES) return drawSprites(balls, scale, back);
      if (crowd?.width !== canvas.width || crowd.height !== canvas.height) {
        crowd = createCrowd(context.createImageData(canvas.width, canvas.height), palette);
      }
      crowd.paint(balls, scale * ratio, back);
      context.putImageData(crowd.image, 0, 0);
    },
    fit(cssWidth, cssHeight, pixelRatio) {
      ratio = Math.min(pixelRatio, MAX_PIXEL_RATIO);
      canvas.width = Math.max(1, Math.round(cssWidth * ratio));
      canvas.height = Math.max(1, Math.round(cssHeight * ratio));
    },
  };
}

function makeSprite(color: string, radius: number): HTMLCanvasElement {
  const sprite = document.createElement('canvas');
  sprite.width = sprite.height = Math.ceil(2 * radius) + 2;
  const context = sprite.getContext('2d');
  if (!context) return sprite;
  context.fillStyle = color;
  context.beginPath();
  context.arc(sprite.width / 2, sprite.width / 2, radius, 0, 2 * Math.PI);
  context.fill();
  return sprite;
}

interface Crowd {
  readonly width: number;
  readonly height: number;
  readonly image: ImageData;
  paint(balls: Balls, zoom: number, back: number): void;
}

/** A `#rrggbb` color as its three bytes. */
function bytesOf(color: string): readonly [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function createCrowd(image: ImageData, palette: Palette): Crowd {
  const pixels = new Uint32Array(image.data.buffer);
  const { width, height } = image;
  const ground = bytesOf(palette.ground);
  const pixelOf = ([red, green, blue]: readonly [number, number, number]) =>
    ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
  /**
   * The ball blended over the background, by color and coverage from 0 to 15. Balls do not overlap, so only the background can
   * show through.
   */
  const shades = palette.balls.map((color) => {
    const ball = bytesOf(color);
    return Uint32Array.from({ length: 16 }, (_, level) => {
      const mix = (channel: 0 | 1 | 2) => Math.round(ground[channel] + ((ball[channel] - ground[channel]) * level) / 15);
      return pixelOf([mix(0), mix(1), mix(2)]);
    });
  });
  let masks: readonly Uint8Array[] = [];
  let maskRadius = 0;
  let size = 0;

  return {
    width,
    height,
    image,
    paint(balls, zoom, back) {
      const { x, y, work } = balls;
      const radius = RADIUS * zoom;
      if (radius !== maskRadius) {
        maskRadius = radius;
        size = Math.ceil(2 * radius) + 2;
        masks = Array.from({ length: PHASES * PHASES }, (_, phase) =>
          coverageMask(radius, size, (phase % PHASES) / PHASES, Math.floor(phase / PHASES) / PHASES),
        );
      }
      pixels.fill(pixelOf(ground));
      for (let i = 0; i < balls.count; i += 1) {
        const left = (x[i]! + (work.tickX[i]! - x[i]!) * back) * zoom - radius;
        const top = (y[i]! + (work.tickY[i]! - y[i]!) * back) * zoom - radius;
        const x0 = Math.floor(left);
        const y0 = Math.floor(top);
        const phase = Math.floor((left - x0) * PHASES) + PHASES * Math.floor((top - y0) * PHASES);
        const mask = masks[phase]!;
        const shade = shades[i % shades.length]!;
        for (let row = Math.max(0, -y0); row < size && y0 + row < height; row += 1) {
          for (let column = Math.max(0, -x0); column < size && x0 + column < width; column += 1) {
            const level = mask[row * size + column]!;
            if (level > 0) pixels[(y0 + row) * width + x0 + column] = shade[level]!;
          }
        }
      }
    },
  };
}

/** Coverage of each pixel, 0 to 15, by a disc that begins `offsetX`, `offsetY` into the first one. */
function coverageMask(radius: number, size: number, offsetX: number, offsetY: number): Uint8Array {
  const mask = new Uint8Array(size * size);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const distance = Math.hypot(column + 0.5 - offsetX - radius, row + 0.5 - offsetY - radius);
      mask[row * size + column] = Math.round(15 * Math.min(1, Math.max(0, radius + 0.5 - distance)));
    }
  }
  return mask;
}
