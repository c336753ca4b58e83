import { MAX_STROKES } from './strokes.ts';

export interface Quality {
  /** Painted pixels per CSS pixel, at most as many as the screen has. */
  readonly scale: number;
  readonly strokes: number;
  /** Iterations of the pressure solver. With fewer, swirls grow and shrink as they turn. */
  readonly rounds: number;
}

export const LEVELS: readonly Quality[] = [
  { scale: 0.25, strokes: 500, rounds: 4 },
  { scale: 0.35, strokes: 900, rounds: 6 },
  { scale: 0.5, strokes: 1800, rounds: 8 },
  { scale: 0.75, strokes: 3200, rounds: 12 },
  { scale: 1, strokes: 5600, rounds: 16 },
  { scale: 1.5, strokes: 7600, rounds: 20 },
  { scale: 2, strokes: MAX_STROKES, rounds: 20 },
];
/** Level of the still that is shown until all strokes are drawn: otherwise slow machines would show nothing for many seconds. */
export const QUICK_STILL_LEVEL = 2;
/** Level of the finished still, which has no frame budget. */
export const STILL_LEVEL = LEVELS.length - 1;
/** Initial level on an unknown machine: good to look at, and two steps above what a ten-year-old phone can do. */
export const FIRST_LEVEL = 2;
/** Maximum number of pixels: beyond it, strokes do not look finer. */
const MAX_PIXELS = 2560 * 1600;

/** Frames per measurement, and frames skipped after a change: the first ones pay for new render targets. */
const WINDOW = 20;
const SKIPPED_FRAMES = 6;
/** Mean ms per frame: above SLOW the level is one step too fine, above VERY_SLOW two steps; below FAST a finer one is tried. */
const SLOW = 34;
const VERY_SLOW = 75;
const FAST = 19;
/** Windows of fast frames before a finer level is tried; doubled each time a finer level fails. */
const PATIENCE = 4;

export interface Governor {
  readonly level: number;
  /** Takes the ms since the last frame; returns true if the level changed. */
  addFrame(milliseconds: number): boolean;
}

/** Finds the finest level at which the picture still animates smoothly. */
export function createGovernor(first: number = FIRST_LEVEL): Governor {
  let level = first;
  let toSkip = SKIPPED_FRAMES;
  let frames = 0;
  let sum = 0;
  let good = 0;
  let patience = PATIENCE;
  let tried = false;

  function go(next: number): boolean {
    const to = Math.min(LEVELS.length - 1, Math.max(0, next));
    const changed = to !== level;
    level = to;
    toSkip = SKIPPED_FRAMES;
    good = 0;
    return changed;
  }
  return {
    get level() {
      return level;
    },
    addFrame(milliseconds) {
      // A frame longer than a second means a suspended tab, not a slow machine.
      if (milliseconds > 1000) return false;
      if (toSkip > 0) {
        toSkip -= 1;
        return false;
      }
      frames += 1;
      sum += milliseconds;
      if (frames < WINDOW && sum < WINDOW * SLOW) return false;
      const mean = sum / frames;
      frames = 0;
      sum = 0;
      if (mean > SLOW) {
        if (tried) patience *= 2;
        tried = false;
        return go(level - (mean > VERY_SLOW ? 2 : 1));
      }
      good = mean < FAST ? good + 1 : 0;
      if (good < patience) return false;
      tried = true;
      return go(level + 1);
    },
  };
}

/** Size in pixels of a picture that fills `width` by `height` CSS px. */
export function pixelsOf(quality: Quality, width: number, height: number, ratio: number): readonly [number, number] {
  const wanted = Math.min(quality.scale, Math.max(1, ratio));
  const scale = Math.min(wanted, Math.sqrt(MAX_PIXELS / (width * height)));
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
}

/** Setting a canvas's size clears the canvas, so the size is set only if it differs. */
export function sizeCanvas(canvas: HTMLCanvasElement, [width, height]: readonly [number, number]): void {
  if (canvas.width === width && canvas.height === height) return;
  canvas.width = width;
  canvas.height = height;
}

/** Columns and rows of a field over a picture of this shape: square cells, about `side` squared of them. */
export function cellsOf(side: number, width: number, height: number): readonly [number, number] {
  const stretch = Math.min(3, Math.max(1 / 3, width / height));
  return [Math.round(side * Math.sqrt(stretch)), Math.round(side / Math.sqrt(stretch))];
}

export type Pass = 'push' | 'divergence' | 'pressure' | 'project' | 'advect' | 'ground' | 'strokes' | 'finish';

export const PICTURE_PASSES: readonly Pass[] = ['ground', 'strokes', 'finish'];

/** What is drawn for a frame, in order: the fluid's passes, then the picture's. */
export function planPasses({ rounds }: Quality): readonly Pass[] {
  const solve = Array.from({ length: rounds }, () => 'pressure' as const);
  return ['push', 'divergence', ...solve, 'project', 'advect', ...PICTURE_PASSES];
}
