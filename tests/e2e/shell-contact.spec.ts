import type { Page } from '@playwright/test';
import { stopClock } from '../support/journey.ts';
import { expect, test } from '../support/test.ts';

const circle = (page: Page) => page.locator('#main [aria-hidden=true] > span');
const place = (page: Page) => circle(page).evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);

test('the circle is behind the content; a wall hit makes it wobble, and 4 seconds later it is round again', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 800 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/contact');
  const isBehind = await circle(page).evaluate((element) => {
    const { x, y } = element.getBoundingClientRect();
    return document.elementFromPoint(x + 100, y + 100)?.closest('[aria-hidden=true]') === null;
  });
  expect(isBehind).toBe(true);
  // 112 px above the lower edge and 120 px from the right one, at 18 px a second: about 6 seconds.
  await stopClock(page);
  await page.getByRole('button', { name: 'Resume motion' }).click();
  await expect(page.getByRole('button', { name: 'Pause motion' })).toBeVisible();
  const isRound = async () => {
    const { width, height } = await place(page);
    return Math.abs(width - 200) < 0.5 && Math.abs(height - 200) < 0.5;
  };
  let hitAfter = 0;
  while ((await isRound()) && hitAfter < 20_000) {
    await page.clock.runFor(250);
    hitAfter += 250;
  }
  expect(hitAfter).toBeGreaterThan(3000);
  expect(hitAfter).toBeLessThan(9000);
  await page.clock.runFor(4100);
  expect(await isRound()).toBe(true);
});
