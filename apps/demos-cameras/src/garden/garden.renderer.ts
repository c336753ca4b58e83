import type { Random } from '@site/sim';
import { encodeCanvas } from '../engine/encode.ts';
import type { Size } from '../engine/layouts.ts';
import { createCanvas, drawFlower, drawBackground, makeFlower } from './garden.draw.ts';
import {
  addFlower,
  coverageOf,
  createGarden,
  isComplete,
  settleNow,
  step,
  visibleFlowers,
  type Flower,
  type Garden,
} from './garden.model.ts';

/** Longest side of the saved picture in pixels. */
const MAX_SIDE = 1920;
/** Longest side of the canvas on screen; more would cost memory on a phone without any visible gain. */
const MAX_SHOWN_SIDE = 2880;

export interface Growth {
  readonly flowers: number;
  /** 0 to 1. */
  readonly coverage: number;
  readonly isComplete: boolean;
}

export const flowersInWords = (count: number): string => `${count} flower${count === 1 ? '' : 's'}`;

/** A garden with two canvases: settled flowers are drawn once, falling ones in every frame. */
export interface GardenRenderer {
  readonly still: HTMLCanvasElement;
  readonly falling: HTMLCanvasElement;
  readonly garden: Garden;
  growth(): Growth;
  /** Turns a photo into a flower. */
  plant(photo: CanvasImageSource, photoWidth: number, photoHeight: number): void;
  /** If true, flowers appear in their final places without falling. */
  setStill(isStill: boolean): void;
  step(): void;
  draw(): void;
  /** Size of the saved picture. */
  readonly size: Size;
  /** The current garden, including falling flowers, at that size. */
  picture(): Promise<Blob>;
}

interface GardenRendererParts {
  readonly width: number;
  readonly height: number;
  readonly random: Random;
  /** Called after a flower is planted or settles. */
  readonly onGrowth: (growth: Growth) => void;
}

export function createGardenRenderer({ width, height, random, onGrowth }: GardenRendererParts): GardenRenderer {
  const garden = createGarden(width, height);
  const scale = Math.min(window.devicePixelRatio || 1, 2, MAX_SHOWN_SIDE / Math.max(width, height));
  const shrink = Math.min(1, MAX_SIDE / Math.max(width, height));
  const size = { width: width * shrink, height: height * shrink };
  const still = createCanvas(width * scale, height * scale);
  const falling = createCanvas(width * scale, height * scale);
  /** Images of the flowers that are still falling. */
  const sprites = new Map<Flower, HTMLCanvasElement>();
  /** The areas drawn in the last frame, to be cleared before the next. */
  let painted: { readonly x: number; readonly y: number; readonly radius: number }[] = [];
  let isStill = false;
  drawBackground(still.context, still.canvas.width, still.canvas.height);
  still.context.scale(scale, scale);
  falling.context.scale(scale, scale);

  const growth = (): Growth => ({
    flowers: visibleFlowers(garden).length,
    coverage: coverageOf(garden),
    isComplete: isComplete(garden),
  });
  const take = (settled: readonly Flower[]) => {
    for (const flower of settled) {
      const sprite = sprites.get(flower);
      if (sprite) drawFlower(still.context, sprite, flower);
      sprites.delete(flower);
    }
    if (settled.length > 0) onGrowth(growth());
  };
  const settleAll = () => {
    const flowers = [...sprites.keys()];
    for (const flower of flowers) settleNow(garden, flower);
    take(flowers);
  };
  const draw = () => {
    for (const { x, y, radius } of painted) {
      falling.context.clearRect(x - radius - 2, y - radius - 2, 2 * radius + 4, 2 * radius + 4);
    }
    painted = [...sprites.keys()].map(({ x, y, radius }) => ({ x, y, radius }));
    for (const [flower, sprite] of sprites) drawFlower(falling.context, sprite, flower);
  };

  return {
    still: still.canvas,
    falling: falling.canvas,
    garden,
    growth,
    plant(photo, photoWidth, photoHeight) {
      const flower = addFlower(garden, random);
      sprites.set(flower, makeFlower(photo, photoWidth, photoHeight, Math.round(flower.radius * scale)));
      if (isStill) settleAll();
      else if (flower.isSettled) take([flower]);
      else onGrowth(growth());
    },
    setStill(next) {
      isStill = next;
      if (!isStill) return;
      settleAll();
      draw();
    },
    step: () => take(step(garden)),
    draw,
    size,
    picture() {
      const { canvas, context } = createCanvas(size.width, size.height);
      context.drawImage(still.canvas, 0, 0, canvas.width, canvas.height);
      context.scale(canvas.width / width, canvas.height / height);
      for (const [flower, sprite] of sprites) drawFlower(context, sprite, flower);
      return encodeCanvas(canvas, 'image/png');
    },
  };
}
