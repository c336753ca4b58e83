import type { Page } from '@playwright/test';
import { expect, expectFitsPhone, expectNoViolations, installClock, press, test } from '../support/journey.ts';
import { look, reaches, saved } from '../support/monet.ts';

/** To the right of the placard and below the header. */
const BARE = { x: 620, y: 120, width: 300, height: 260 };

const readout = (page: Page, name: string) => page.locator(`[data-readout=${name}]`);
const fastest = async (page: Page) => Number.parseFloat((await readout(page, 'fastest').textContent()) ?? '') || 0;

/** The number of canvas pixels with a ball, and their mean height from 0 (top) to 1. */
const ballsOn = (page: Page) =>
  page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    // A copy, because reading back the page's own canvas would make it slow.
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
    if (!copy) throw new Error('no context');
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    let pixels = 0;
    let y = 0;
    for (let i = 0; i < data.length; i += 4) {
      const channels = [data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0];
      if (Math.max(...channels) - Math.min(...channels) < 60) continue;
      pixels += 1;
      y += Math.floor(i / 4 / canvas.width);
    }
    return { pixels, height: y / pixels / canvas.height };
  });

/** Runs in the page: whether a click on the middle of an element reaches it. */
function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}

/** Advances the page's clock until the pile sleeps, some ten seconds. */
async function rest(page: Page): Promise<void> {
  for (let second = 0; second < 40 && (await readout(page, 'fastest').textContent()) !== 'at rest'; second += 1) {
    await page.clock.runFor(1_000);
  }
  await expect(readout(page, 'fastest')).toHaveText('at rest');
}

test('/projects/333-balls lets 333 balls of 15 px fall and sleep; a click bursts the pile, and Pause motion stops it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 800, height: 500 });
  await installClock(page, new Date('2026-11-20T10:00:00Z'));
  await page.goto('/projects/333-balls');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('333 Balls');
  await expect(readout(page, 'count')).toHaveText('333 balls');
  await expect(readout(page, 'gravity')).toHaveText('0.20 px/tick², 90°');
  const name = page.getByRole('banner').getByRole('link').first();
  expect(await name.evaluate(isOnTop), 'the header is on top of the exhibit').toBe(true);
  await expectNoViolations(page);
  await page.clock.pauseAt(new Date('2026-11-20T11:00:00Z'));
  await rest(page);
  const { pixels, height } = await ballsOn(page);
  expect(height).toBeGreaterThan(0.7);
  expect(Math.abs(pixels / (333 * Math.PI * 7.5 ** 2) - 1), 'area of the balls').toBeLessThan(0.1);
  // In the pile, beside the placard and above the footer.
  await press(page, 450, 430);
  // The readout is written about every half second.
  await page.clock.runFor(600);
  expect(await fastest(page)).toBeGreaterThan(4);
  await page.getByRole('button', { name: 'Pause motion' }).click();
  await expect(page.getByRole('button', { name: 'Resume motion' })).toBeVisible();
  const still = await ballsOn(page);
  await page.clock.runFor(1_000);
  expect(await ballsOn(page)).toEqual(still);
  // In a window of this width the placard is collapsed at first.
  await page.getByRole('button', { name: 'Details: 333 Balls' }).click();
  await page.getByRole('slider', { name: 'Number of balls' }).press('ArrowRight');
  await expect(readout(page, 'count')).toHaveText('1,333 balls');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(readout(page, 'count')).toHaveText('333 balls');
  await page.clock.resume();
  await expectFitsPhone(page);
});

test('/projects/monet-paint paints a picture in the chosen colors, saves it, and lets it flow', async ({ page }) => {
  // Painted without a graphics card, so a small window is faster.
  await page.setViewportSize({ width: 940, height: 400 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/projects/monet-paint?palette=dusk');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Monet Paint');
  await expect(page.getByRole('radio', { name: 'Dusk at sea' })).toBeChecked();
  await reaches(page, 'still');
  await expect(readout(page, 'size')).toHaveText(/^[\d,]+ strokes, [\d,]+ × [\d,]+ pixels$/);
  await expectNoViolations(page);
  const dusk = await look(page, BARE);
  expect(dusk.tones).toBeGreaterThan(60);
  const file = await saved(page);
  expect(file.name).toBe('monet-paint-dusk.png');
  expect([file.width, file.height]).toEqual([940, 400]);
  await page.getByRole('radio', { name: 'Poppies' }).check();
  const changed = async () => {
    const { red, green, blue } = await look(page, BARE);
    return Math.max(Math.abs(red - dusk.red), Math.abs(green - dusk.green), Math.abs(blue - dusk.blue));
  };
  await expect.poll(changed, 'how far the mean color is from that of the other palette').toBeGreaterThan(15);
  await page.getByRole('button', { name: 'Resume motion' }).click();
  await reaches(page, 'flowing');
  const before = await look(page, BARE);
  await expect.poll(() => look(page, BARE)).not.toEqual(before);
  await page.getByRole('button', { name: 'Pause motion' }).click();
  await expectFitsPhone(page);
});
