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
