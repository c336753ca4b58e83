import { createFixedStep } from '@site/sim';

export interface FrameLoopParts {
  /** Advances the simulation by one 60 Hz step. */
  readonly step: () => void;
  /** Draws; `ahead` is the fraction of the next step that has passed, from 0 to 1. */
  readonly draw: (ahead: number) => void;
  /** Draws every second frame only, as specified for phones; the simulation still runs at 60 Hz. */
  readonly halfRate?: boolean;
}

export interface FrameLoop {
  setPaused(paused: boolean): void;
  stop(): void;
}

/**
 * The site's one frame loop: fixed steps, drawing between them, nothing while paused or while the page is hidden. Starts paused;
 * the first `setPaused(false)` starts it.
 */
export function startFrameLoop(window: Window, { step, draw, halfRate = false }: FrameLoopParts): FrameLoop {
  const { document } = window;
  const fixed = createFixedStep();
  let paused = true;
  let request: number | undefined;
  let frames = 0;

  function frame(now: number) {
    request = window.requestAnimationFrame(frame);
    const ahead = fixed.advance(now, step);
    frames += 1;
    if (!halfRate || frames % 2 === 0) draw(ahead);
  }
  function apply() {
    const runs = !paused && document.visibilityState !== 'hidden';
    if (runs && request === undefined) {
      fixed.reset();
      request = window.requestAnimationFrame(frame);
    } else if (!runs && request !== undefined) {
      window.cancelAnimationFrame(request);
      request = undefined;
    }
  }
  document.addEventListener('visibilitychange', apply);

  return {
    setPaused(next) {
      paused = next;
      apply();
    },
    stop() {
      paused = true;
      apply();
      document.removeEventListener('visibilitychange', apply);
    },
  };
}
