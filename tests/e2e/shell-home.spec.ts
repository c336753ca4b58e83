import type { Page } from '@playwright/test';
import { drawFrames } from '../support/frames.ts';
import { stopClock } from '../support/journey.ts';
import { expect, test } from '../support/test.ts';

const BUBBLES = [
  ['Résumé', '/about', 320],
  ['Projects', '/projects', 240],
  ['Shop', '/portfolio', 280],
  ['Contact', '/contact', 200],
] as const;

const bubble = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
const pause = (page: Page) => page.getByRole('button', { name: 'Pause motion' }).click();

/** Current positions of everything that moves. */
const places = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main li a, [aria-hidden=true] > span')].map((element) => {
      const { x, y } = element.getBoundingClientRect();
      return [x, y];
    }),
  );

async function centreOf(page: Page, name: string) {
  const box = await bubble(page, name).boundingBox();
  if (!box) throw new Error(`${name} is not shown`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

for (const [width, height, scale] of [
  [1440, 900, 1],
  [768, 1024, 1],
  [390, 844, (0.55 * 390) / 320],
] as const) {
  test(`bubbles are links of 320, 240, 280 and 200 px, times ${scale.toFixed(2)}, at ${width} x ${height}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await page.goto('/');
    for (const [name, path, size] of BUBBLES) {
      await expect(bubble(page, name)).toHaveAttribute('href', path);
      const box = await bubble(page, name).boundingBox();
      expect(box?.width).toBeCloseTo(size * scale, 0);
      expect(box?.height).toBeCloseTo(size * scale, 0);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
}

test('four bubbles and ten circles of 48 px move at a few px per second, without DOM changes', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => {
    const counted = globalThis as unknown as { changes: number };
    counted.changes = 0;
    new MutationObserver((records) => (counted.changes += records.length)).observe(document.querySelector('#root')!, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  const before = await places(page);
  expect(before).toHaveLength(14);
  await expect.poll(async () => (await places(page)).every(([x, y], i) => x !== before[i]![0] && y !== before[i]![1])).toBe(true);
  expect(await page.evaluate(() => (globalThis as unknown as { changes: number }).changes)).toBe(0);
  const small = page.locator('[aria-hidden=true] > span');
  await expect(small).toHaveCount(10);
  for (const circle of await small.all()) {
    expect(await circle.evaluate((element: HTMLElement) => [element.offsetWidth, element.offsetHeight])).toEqual([48, 48]);
  }
});

test('Pause motion stops every circle: after 2 seconds all are in the same place', async ({ page }) => {
  await page.goto('/');
  await pause(page);
  const before = await places(page);
  await drawFrames(page, 120);
  expect(await places(page)).toEqual(before);
  await page.getByRole('button', { name: 'Resume motion' }).click();
  await expect.poll(async () => (await places(page)).every(([x], i) => x !== before[i]![0])).toBe(true);
});

test('with reduced motion the page starts with its initial composition', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Resume motion' })).toBeVisible();
  const composed = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main li a')].every((element) =>
        ['none', 'matrix(1, 0, 0, 1, 0, 0)'].includes(getComputedStyle(element).transform),
      ),
    );
  expect(await composed()).toBe(true);
  const before = await places(page);
  await drawFrames(page, 120);
  expect(await places(page)).toEqual(before);
  await page.setViewportSize({ width: 1000, height: 700 });
  expect(await composed()).toBe(true);
});

/** Events of the left button with time stamps in milliseconds since the first, so that the speed of delivery does not matter. */
async function stampedPress(page: Page, events: readonly (readonly [at: number, x: number, y: number])[]): Promise<void> {
  const mouse = await page.context().newCDPSession(page);
  const began = Date.now() / 1000;
  for (const [index, [at, x, y]] of events.entries()) {
    const isLast = index === events.length - 1;
    const type = index === 0 ? 'mousePressed' : isLast ? 'mouseReleased' : 'mouseMoved';
    const [buttons, clickCount] = [isLast ? 0 : 1, type === 'mouseMoved' ? 0 : 1];
    await mouse.send('Input.dispatchMouseEvent', {
      type,
      x,
      y,
      button: 'left',
      buttons,
      clickCount,
      timestamp: began + at / 1000,
    });
  }
  await mouse.detach();
}

test('a quick click opens the page, 50 ms later', async ({ page }) => {
  await page.goto('/');
  await pause(page);
  await stopClock(page);
  const { x, y } = await centreOf(page, 'Shop');
  await stampedPress(page, [
    [0, x, y],
    [50, x, y],
  ]);
  await page.clock.runFor(49);
  await expect(page).toHaveURL('/');
  await page.clock.runFor(1);
  await expect(page).toHaveURL('/portfolio');
});

test('a press with 4 px of movement is a click, one with 6 px is a drag that moves the bubble', async ({ page }) => {
  await page.goto('/');
  await pause(page);
  const { x, y } = await centreOf(page, 'Résumé');
  const pressBy = (distance: number) =>
    stampedPress(page, [
      [0, x, y],
      [40, x + distance, y],
      [80, x + distance, y],
    ]);
  await pressBy(6);
  // Six times the delay of a click.
  await drawFrames(page, 20);
  await expect(page).toHaveURL('/');
  expect((await centreOf(page, 'Résumé')).x).toBeCloseTo(x + 6, 0);
  await pressBy(4);
  await expect(page).toHaveURL('/about');
});

test('a press of over 200 ms without movement is not a click', async ({ page }) => {
  await page.goto('/');
  await pause(page);
  const { x, y } = await centreOf(page, 'Contact');
  await stampedPress(page, [
    [0, x, y],
    [250, x, y],
  ]);
  await drawFrames(page, 20);
  await expect(page).toHaveURL('/');
});

test('a thrown bubble keeps the velocity of the drag', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await stopClock(page);
  // From here on every frame is one of the stopped clock.
  await page.getByRole('button', { name: 'Resume motion' }).click();
  await expect(page.getByRole('button', { name: 'Pause motion' })).toBeVisible();
  const { x, y } = await centreOf(page, 'Résumé');
  // 20 px every 20 ms of the stopped clock, which also stamps the events, so that the speed of delivery does not matter.
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let moves = 1; moves <= 15; moves += 1) {
    await page.clock.runFor(20);
    await page.mouse.move(x + 20 * moves, y);
  }
  await page.mouse.up();
  // One frame at a time, until the page has handled all events: the bubble is then past the point of release.
  const placeAfterFrame = async () => {
    await page.clock.runFor(17);
    return (await centreOf(page, 'Résumé')).x;
  };
  await expect.poll(placeAfterFrame).toBeGreaterThan(x + 305);
  const released = await centreOf(page, 'Résumé');
  await page.clock.runFor(150);
  expect((await centreOf(page, 'Résumé')).x).toBeGreaterThan(released.x + 60);
  await expect(page).toHaveURL('/');
});

test('Enter opens a bubble, and a middle click opens it in a new tab', async ({ page, context }) => {
  await page.goto('/');
  await bubble(page, 'Projects').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/projects');
  await page.goto('/');
  await pause(page);
  const { x, y } = await centreOf(page, 'Projects');
  const opened = context.waitForEvent('page');
  await page.mouse.click(x, y, { button: 'middle' });
  await expect(await opened).toHaveURL('/projects');
  await expect(page).toHaveURL('/');
});

test('on a phone a finger drags and taps', async ({ browser, site }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.goto(site.url);
  await pause(page);
  const { x, y } = await centreOf(page, 'Shop');
  // With time stamps, because a press of over 200 ms is not a tap.
  const finger = await context.newCDPSession(page);
  const timestamp = Date.now() / 1000;
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }], timestamp });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: timestamp + 0.05 });
  await expect(page).toHaveURL(`${site.url}/portfolio`);
  await context.close();
});

test('without scripts the bubbles are links in their places', async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(site.url);
  await bubble(page, 'Contact').click();
  await expect(page).toHaveURL(`${site.url}/contact`);
  await context.close();
});
