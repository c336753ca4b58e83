import type { Page } from '@playwright/test';

/** Waits until the page has drawn so many frames: what stood still then had every chance to move, however slow the machine. */
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
