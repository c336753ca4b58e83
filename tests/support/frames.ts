import type { Page } from '@playwright/test';

/** Waits until the page has drawn this many frames: an element that has not moved by then is still, however slow the machine. */
export const drawFrames = (page: Page, count: number): Promise<void> =>
  page.evaluate(
    (frames) =>
      new Promise<void>((resolve) => {
        let drawn = 0;
        const frame = () => {
          drawn += 1;
          if (drawn < frames) requestAnimationFrame(frame);
          else resolve();
        };
        requestAnimationFrame(frame);
      }),
    count,
  );

/** Milliseconds between frames: just under five ticks, the maximum per frame. */
const SLOW_FRAME_MS = 80;

/**
 * Gives the page's next documents a slow display. An exhibit runs the same ticks, and draws a fifth of them: without a graphics
 * card, drawing is most of the cost of minutes of play. Call it after `installClock`, whose frames it replaces.
 */
export const throttleFrames = (page: Page, milliseconds = SLOW_FRAME_MS) =>
  page.addInitScript((ms) => {
    const requestAnimationFrame = (callback: FrameRequestCallback) => window.setTimeout(() => callback(performance.now()), ms);
    Object.assign(window, { requestAnimationFrame, cancelAnimationFrame: window.clearTimeout });
  }, milliseconds);
