import type { Page } from '@playwright/test';
import { throttleFrames } from './frames.ts';
import { expect, installClock } from './journey.ts';

export const PATH = '/projects/tennis-ball-gun';

export const readout = (page: Page, name: string) => page.locator(`[data-readout=${name}]`);
export const number = async (page: Page, name: string) => Number(await readout(page, name).textContent());
export const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });

/** Opens the page with the test's own clock: only `page.clock.runFor` makes time pass. */
export async function open(page: Page, search = '?seed=7') {
  await installClock(page, new Date('2026-11-20T10:00:00Z'));
  await throttleFrames(page);
  await page.goto(PATH + search);
  await expect(button(page, 'START GAME')).toBeVisible();
  // An hour, because the clock runs while the page opens.
  await page.clock.pauseAt(new Date('2026-11-20T11:00:00Z'));
}

export async function start(page: Page) {
  await button(page, 'START GAME').click();
  await expect(button(page, 'START GAME')).toBeHidden();
  await page.clock.runFor(100);
}

/** Part of the window, in px. */
interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Number of pixels of roughly one color in a part of the window, and their mean x. */
const pixels = (page: Page, color: readonly [number, number, number], area: Area) =>
  page.locator('canvas[role=img]').evaluate(
    (canvas: HTMLCanvasElement, [wanted, part]) => {
      const box = canvas.getBoundingClientRect();
      const scale = canvas.width / box.width;
      const copy = document.createElement('canvas');
      copy.width = Math.round(part.width * scale);
      copy.height = Math.round(part.height * scale);
      const context = copy.getContext('2d', { willReadFrequently: true })!;
      context.drawImage(canvas, (box.left - part.x) * scale, (box.top - part.y) * scale);
      const { data } = context.getImageData(0, 0, copy.width, copy.height);
      let count = 0;
      let x = 0;
      for (let i = 0; i < data.length; i += 4) {
        const off = Math.max(...wanted.map((channel, index) => Math.abs((data[i + index] ?? 0) - channel)));
        if (off > 8 || (data[i + 3] ?? 0) < 250) continue;
        count += 1;
        x += (i / 4) % copy.width;
      }
      return { count, x: part.x + x / count / scale };
    },
    [color, area] as const,
  );

/** The middle of the cannon's orange drum: nothing else of that color is on the floor. */
export async function cannon(page: Page): Promise<number> {
  const box = (await page.locator('canvas[role=img]').boundingBox())!;
  const { x } = await pixels(page, [255, 138, 31], { x: box.x, y: box.y + box.height - 90, width: box.width, height: 90 });
  return x;
}
