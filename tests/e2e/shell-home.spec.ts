import type { Page } from '@playwright/test';
import { boxOf, centerOf, openStill } from '../support/bubbles.ts';
import { site as owner } from '../support/content.ts';
import { drawFrames } from '../support/frames.ts';
import { stopClock } from '../support/journey.ts';
import { setFontSize } from '../support/large-text.ts';
import { expect, test } from '../support/test.ts';

const BUBBLES = [
  ['Résumé', 320],
  ['Projects', 240],
  ['Shop', 280],
  ['Contact', 200],
] as const;

/** Current positions of everything that moves. */
const places = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main li a, [aria-hidden=true] > span')].map((element) => {
      const { x, y } = element.getBoundingClientRect();
      return [x, y];
    }),
  );

test('the composed home page fits every window at either font size: bubbles are round, none is under the header, and each can be pressed', async ({
  page,
}) => {
  await openStill(page);
  const isComposed = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main li a')].every((element) =>
        ['none', 'matrix(1, 0, 0, 1, 0, 0)'].includes(getComputedStyle(element).transform),
      ),
    );
  const before = await places(page);
  expect(before).toHaveLength(14);
  await drawFrames(page, 30);
  expect(await places(page)).toEqual(before);
  const circles = await page
    .locator('[aria-hidden=true] > span')
    .evaluateAll((all) => all.map((circle) => [(circle as HTMLElement).offsetWidth, (circle as HTMLElement).offsetHeight]));
  expect(circles).toEqual(Array.from({ length: 10 }, () => [48, 48]));
  for (const [width, height, scale] of [
    [1280, 720],
    [1366, 650],
    [1536, 730],
    [1280, 800],
    [1440, 900, 1],
    [1920, 1080],
    [820, 1180],
    [768, 1024, 1],
    [390, 844, (0.55 * 390) / 320],
  ] as const) {
    const where = `${width} x ${height}`;
    await page.setViewportSize({ width, height });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight), where).toBeLessThanOrEqual(height);
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), where).toBe(width);
    expect.soft(await isComposed(), where).toBe(true);
    const header = await page.getByRole('banner').evaluate((element) => element.getBoundingClientRect().bottom);
    for (const [name, size] of BUBBLES) {
      const box = await boxOf(page, name);
      expect.soft(box.y, `${name}, ${where}`).toBeGreaterThanOrEqual(header);
      expect.soft(box.y + box.height, `${name}, ${where}`).toBeLessThanOrEqual(height);
      expect.soft(box.width, `${name}, ${where}`).toBeCloseTo(box.height, 0);
      if (scale) expect.soft(box.width, `${name}, ${where}`).toBeCloseTo(size * scale, 0);
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  const ownersName = page.getByRole('banner').getByRole('link', { name: owner.ownerName });
  expect(await ownersName.evaluate((link) => parseFloat(getComputedStyle(link).fontSize))).toBeGreaterThan(96);
  await setFontSize(page, 32);
  for (const [name] of BUBBLES) {
    const { x, y } = await centerOf(page, name);
    const box = await boxOf(page, name);
    expect.soft(box.y + box.height, `${name} at twice the font size`).toBeLessThanOrEqual(900);
    const hit = await page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.closest('a')?.textContent, [
      x,
      y,
    ] as const);
    expect.soft(hit, `${name} at twice the font size`).toBe(name);
  }
});

/** Sends left-button events with timestamps in ms since the first, so that the speed of delivery does not matter. */
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

test('bubbles move without DOM changes; a drag, a long press and a middle click open nothing in this tab; a press with Ctrl moves nothing; a short press without movement opens its page after 50 ms', async ({
  page,
  context,
}) => {
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
  await expect.poll(async () => (await places(page)).every(([x, y], i) => x !== before[i]![0] && y !== before[i]![1])).toBe(true);
  expect(await page.evaluate(() => (globalThis as unknown as { changes: number }).changes)).toBe(0);
  await page.getByRole('button', { name: 'Pause motion' }).click();

  const { x, y } = await centerOf(page, 'Résumé');
  await stampedPress(page, [
    [0, x, y],
    [40, x + 6, y],
    [80, x + 6, y],
  ]);
  const contact = await centerOf(page, 'Contact');
  await stampedPress(page, [
    [0, contact.x, contact.y],
    [250, contact.x, contact.y],
  ]);
  // Six times the delay of a click.
  await drawFrames(page, 20);
  await expect(page).toHaveURL('/');
  expect((await centerOf(page, 'Résumé')).x).toBeCloseTo(x + 6, 0);

  const projects = await centerOf(page, 'Projects');
  await page.keyboard.down('Control');
  await page.mouse.move(projects.x, projects.y);
  await page.mouse.down();
  await page.keyboard.up('Control');
  await page.mouse.move(projects.x, projects.y + 200, { steps: 5 });
  await page.mouse.up();
  expect(await centerOf(page, 'Projects')).toEqual(projects);

  const opened = context.waitForEvent('page');
  await page.mouse.click(projects.x, projects.y, { button: 'middle' });
  const tab = await opened;
  await expect(tab).toHaveURL('/projects');
  await tab.close();
  await expect(page).toHaveURL('/');

  await stopClock(page);
  const shop = await centerOf(page, 'Shop');
  await stampedPress(page, [
    [0, shop.x, shop.y],
    [30, shop.x + 4, shop.y],
    [50, shop.x + 4, shop.y],
  ]);
  await page.clock.runFor(49);
  await expect(page).toHaveURL('/');
  await page.clock.runFor(1);
  await expect(page).toHaveURL('/portfolio');
});

test('the home page downloads at most 85 kB of script', async ({ page, context }) => {
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  const scripts = new Set<string>();
  const sizes: number[] = [];
  client.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId));
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) sizes.push(encodedDataLength);
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(sizes.length).toBeGreaterThan(1);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(85_000);
});
