import type { Locator, Page, Request } from '@playwright/test';
import type { BootData } from '@site/contracts';
import { drawFrames } from '../support/frames.ts';
import { expectSteady, twoFrames, watchShifts } from '../support/steady.ts';
import { expect, test } from '../support/test.ts';

/** Every card whose exhibit comes alive. */
const ALIVE = ['Cameras', 'Tennis Ball Gun', 'Analog Clock', 'Monet Paint', 'Sensor Dashboard', '333 Balls'];

const cardOf = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });
const canvases = (page: Page) => page.locator('article canvas');
const isDrawing = (request: Request) => /alive/.test(new URL(request.url()).pathname);

/** Collects all requests for the drawings of cards from now on. */
function watchDrawings(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => isDrawing(request) && seen.push(new URL(request.url()).pathname));
  return seen;
}

/** Counts the images drawn on the page's canvases. */
const countDrawings = (page: Page) =>
  page.addInitScript(() => {
    const { drawImage } = CanvasRenderingContext2D.prototype;
    Object.assign(window, { drawn: 0 });
    CanvasRenderingContext2D.prototype.drawImage = function count(...args: unknown[]) {
      (window as unknown as { drawn: number }).drawn += 1;
      Reflect.apply(drawImage, this, args);
    };
  });
const drawn = (page: Page) => page.evaluate(() => (window as unknown as { drawn: number }).drawn);

const pictureOf = (canvas: Locator) => canvas.evaluate((element: HTMLCanvasElement) => element.toDataURL());

/** Mean difference, 0 to 255 per channel, between the still and the still with the canvas over it. */
const differenceFromStill = (card: Locator) =>
  card.evaluate((article) => {
    const still = article.querySelector('img')!;
    const canvas = article.querySelector('canvas')!;
    const { width, height } = canvas;
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
    context.drawImage(still, 0, 0, width, height);
    const before = context.getImageData(0, 0, width, height).data;
    context.drawImage(canvas, 0, 0);
    const after = context.getImageData(0, 0, width, height).data;
    return before.reduce((sum, value, at) => sum + Math.abs(value - after[at]!), 0) / before.length;
  });

/** Opens the page and waits until its effects have run: by then the switch knows whether motion is paused. */
async function open(page: Page): Promise<void> {
  await page.goto('/projects');
  await expect(page.getByRole('contentinfo').locator('button > span[hidden]')).toHaveCount(1);
}

const pointAt = (card: Locator) => card.locator('picture > img').hover({ force: true });
const pointElsewhere = (page: Page) => page.mouse.move(1, 1);

test('a card has its facts, comes alive under the pointer and on keyboard focus, one at a time, and never while motion is paused or reduced', async ({
  page,
}) => {
  await watchShifts(page);
  await countDrawings(page);
  const requests = watchDrawings(page);
  await open(page);
  expect(requests).toEqual([]);
  const balls = cardOf(page, '333 Balls');
  await balls.scrollIntoViewIfNeeded();
  const still = balls.locator('picture > img');
  const box = await still.boundingBox();
  await pointAt(balls);
  const canvas = balls.locator('canvas');
  await expect(canvas).toHaveAttribute('aria-hidden', 'true');
  const first = await pictureOf(canvas);
  await expect.poll(() => pictureOf(canvas)).not.toBe(first);
  expect(await still.boundingBox()).toEqual(box);
  expect(await canvas.boundingBox()).toEqual(box);

  await pointAt(cardOf(page, 'Sensor Dashboard'));
  await expect(cardOf(page, 'Sensor Dashboard').locator('canvas')).toBeVisible();
  await expect(canvases(page)).toHaveCount(1);

  await pointElsewhere(page);
  await expect(canvases(page)).toHaveCount(0);
  const before = await drawn(page);
  await twoFrames(page);
  expect(await drawn(page)).toBe(before);

  await page.keyboard.press('Tab');
  await balls.getByRole('link').focus();
  await expect(canvas).toBeVisible();
  // A click on the card still follows its link.
  expect(await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.tagName, center((await still.boundingBox())!))).toBe(
    'A',
  );
  await page.keyboard.press('Shift+Tab');
  await expect(canvas).toHaveCount(0);
  await expectSteady(page);

  await expectFacts(page);
  // Motion that is paused or no longer wanted ends at once, and nothing is loaded for it.
  const cameras = cardOf(page, 'Cameras');
  await pointAt(cameras);
  // Its own: the card that had the focus before may still be fading.
  await expect(cameras.locator('canvas')).toBeVisible();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(canvases(page)).toHaveCount(0);
  await pointElsewhere(page);
  await expectStill(page, 'Analog Clock', pointAt);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.getByRole('button', { name: 'Pause motion' }).click();
  await expectStill(page, 'Analog Clock', pointAt);
  await page.getByRole('button', { name: 'Resume motion' }).click();
  await pointAt(cardOf(page, 'Analog Clock'));
  await expect(canvases(page)).toHaveCount(1);

  await pointAt(balls);
  await expect(canvas).toBeVisible();
  await balls.getByRole('link').click();
  await expect(page).toHaveURL(/333-balls$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('333 Balls');
});

const center = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => ({
  x: x + width / 2,
  y: y + height / 2,
});

/** While `window.isHeld` is true, the page gets no frames. */
const holdFrames = (page: Page) =>
  page.addInitScript(() => {
    const held = Object.assign(window, { isHeld: false });
    const { requestAnimationFrame } = window;
    window.requestAnimationFrame = (callback) => requestAnimationFrame((now) => held.isHeld || callback(now));
  });

test('each drawing begins with what its still shows, in light and dark', async ({ page }) => {
  await holdFrames(page);
  await open(page);
  const named = await page.evaluate(() => {
    const { remotes } = JSON.parse(document.getElementById('boot')!.textContent) as BootData;
    return remotes.flatMap(({ routes }) => routes.filter(({ alive }) => alive)).length;
  });
  expect(named).toBe(ALIVE.length);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const name of ALIVE) {
      const card = cardOf(page, name);
      await card.scrollIntoViewIfNeeded();
      await expect.poll(() => card.locator('picture > img').evaluate((still: HTMLImageElement) => still.complete)).toBe(true);
      await page.evaluate(() => Object.assign(window, { isHeld: true }));
      await pointAt(card);
      await expect(card.locator('canvas')).toBeVisible();
      expect.soft(await differenceFromStill(card), `${name}, ${colorScheme}`).toBeLessThan(8);
      await page.evaluate(() => Object.assign(window, { isHeld: false }));
    }
    await pointElsewhere(page);
    await expect(canvases(page)).toHaveCount(0);
  }
});

/** Expects this card not to come alive. Its import would begin once the pointer has rested for 150 ms, nine frames. */
async function expectStill(page: Page, name: string, point: (card: Locator) => Promise<void>): Promise<void> {
  const requests = watchDrawings(page);
  await point(cardOf(page, name));
  await drawFrames(page, 30);
  expect(requests).toEqual([]);
  await expect(canvases(page)).toHaveCount(0);
}

/** Each card has a title, a date, a sentence and tags; the last one leads to the drafts. */
async function expectFacts(page: Page): Promise<void> {
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(9);
  for (const card of (await cards.all()).slice(0, 8)) {
    await expect(card.getByText(/^[A-Z][a-z]{2} \d{1,2} 2025$/)).toBeVisible();
    await expect(card.getByText(/^[^•]+( • [^•]+)+$/)).toBeVisible();
    await expect(card.locator('p').nth(1)).toHaveText(/\.$/);
  }
  await expect(cards.last().getByText('New experiments and ideas in development, behind a password.')).toBeVisible();
}

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true });

  test('a tap loads nothing; a drawing that does not arrive, or arrives changed, leaves the still in place; the page still opens', async ({
    page,
    expectedConsole,
  }) => {
    expectedConsole.push(/404/, /Failed to find a valid digest/);
    await page.route(/balls\.alive/, (route) => route.fulfill({ status: 404, body: '' }));
    await page.route(/analog-clock\.alive/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()}\n// changed` });
    });
    await open(page);
    for (const [name, file] of [
      ['333 Balls', /balls\.alive/],
      ['Analog Clock', /clock\.alive/],
    ] as const) {
      const finished = page.waitForEvent('requestfinished', (request) => file.test(request.url())).catch(() => undefined);
      const failed = page.waitForEvent('requestfailed', (request) => file.test(request.url())).catch(() => undefined);
      await pointAt(cardOf(page, name));
      await Promise.race([finished, failed]);
      // More than the card would need to show its drawing.
      await drawFrames(page, 20);
      await expect(canvases(page)).toHaveCount(0);
    }
    // The others are not affected.
    await pointAt(cardOf(page, 'Cameras'));
    await expect(canvases(page)).toHaveCount(1);
    await pointElsewhere(page);
    await expect(canvases(page)).toHaveCount(0);
    // A tap beside the link, which would open the page.
    await expectStill(page, 'Monet Paint', (card) => card.getByRole('heading').tap());
    await cardOf(page, 'Analog Clock').getByRole('link').click();
    await expect(page.getByRole('img', { name: /^Analog clock/ })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: /fail|wrong/i })).toHaveCount(0);
  });
});
