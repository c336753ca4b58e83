import type { Palette } from './palettes.ts';
import { createStill } from './still.ts';

/** Length of a time slice on the main thread, in ms. */
const BUDGET_MILLISECONDS = 12;
const MAX_RATIO = 1.5;

/** The picture while WebGL is missing, fails or has lost its context, painted in time slices. */
export interface PlainPicture {
  readonly canvas: HTMLCanvasElement;
  /** Starts over; an unfinished picture is discarded. */
  paint(palette: Palette, width: number, height: number): void;
  /** Shows what another canvas shows now. */
  copy(other: HTMLCanvasElement): void;
  stop(): void;
}

export function createPlainPicture(canvas: HTMLCanvasElement): PlainPicture {
  let painting = new AbortController();
  return {
    canvas,
    paint(palette, width, height) {
      painting.abort();
      const context = canvas.getContext('2d', { alpha: false });
      if (!context) return;
      painting = new AbortController();
      const { signal } = painting;
      const ratio = Math.min(MAX_RATIO, window.devicePixelRatio || 1);
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      const still = createStill(context, palette, canvas.width, canvas.height);
      delete canvas.dataset['done'];
      const some = () => {
        if (signal.aborted) return;
        if (still.paintSome(BUDGET_MILLISECONDS, () => performance.now())) canvas.dataset['done'] = palette.id;
        else setTimeout(some, 0);
      };
      some();
    },
    copy(other) {
      painting.abort();
      canvas.width = other.width;
      canvas.height = other.height;
      canvas.getContext('2d', { alpha: false })?.drawImage(other, 0, 0);
    },
    stop: () => painting.abort(),
  };
}
