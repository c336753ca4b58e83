import type { Page } from '@playwright/test';
import { site } from '../support/content.ts';
import { drawFrames } from '../support/frames.ts';
import { expect, test } from '../support/test.ts';

const circle = (page: Page) => page.locator('#main [aria-hidden=true] > span');
const place = (page: Page) => circle(page).evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);

test('Contact has three full-width links that open in a new tab', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/contact');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact');
  const links = page.getByRole('main').getByRole('link');
  await expect(links).toHaveCount(3);
  const list = await page.getByRole('main').getByRole('list').boundingBox();
  for (const [index, [name, href]] of [
    ['LinkedIn', site.profiles.linkedin],
    ['Instagram', site.profiles.instagram],
    ['X', site.profiles.x],
  ].entries()) {
    const link = links.nth(index);
    await expect(link).toHaveAccessibleName(`${name} (opens in a new tab)`);
    await expect(link).toHaveAttribute('href', href!);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', 'noopener');
    expect((await link.boundingBox())?.width).toBe(list?.width);
  }
});

test('a neon-green circle of 200 px drifts at 0.3 px per tick on each axis, behind the content', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/contact');
  expect(await circle(page).evaluate((element: HTMLElement) => [element.offsetWidth, element.offsetHeight])).toEqual([200, 200]);
  await expect(circle(page)).toHaveCSS('background-color', 'rgb(57, 255, 20)');
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Resume motion' }).click();
  await page.clock.runFor(100);
  const from = await place(page);
  await page.clock.runFor(1000);
  const to = await place(page);
  expect(Math.abs(to.x - from.x - 18)).toBeLessThan(0.7);
  expect(Math.abs(to.y - from.y - 18)).toBeLessThan(0.7);
  const front = await page.evaluate(() => {
    const { x, y } = document.querySelector('#main [aria-hidden=true] > span')!.getBoundingClientRect();
    return document.elementFromPoint(x + 100, y + 100)?.closest('[aria-hidden=true]') === null;
  });
  expect(front).toBe(true);
});

test('a wall hit makes it wobble, and 4 seconds later it is round again', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 800 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/contact');
  // 112 px above the lower edge and 120 px from the right one, at 18 px a second: about 6 seconds.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Resume motion' }).click();
  const round = async () => {
    const { width, height } = await place(page);
    return Math.abs(width - 200) < 0.5 && Math.abs(height - 200) < 0.5;
  };
  let hitAfter = 0;
  while ((await round()) && hitAfter < 20_000) {
    await page.clock.runFor(250);
    hitAfter += 250;
  }
  expect(hitAfter).toBeGreaterThan(3000);
  expect(hitAfter).toBeLessThan(9000);
  await page.clock.runFor(4100);
  expect(await round()).toBe(true);
});

test('paused it stands still for 2 seconds', async ({ page }) => {
  await page.goto('/contact');
  await page.getByRole('button', { name: 'Pause motion' }).click();
  const before = await place(page);
  await drawFrames(page, 120);
  expect(await place(page)).toEqual(before);
});
