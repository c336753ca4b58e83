import { resolve } from 'node:path';
import { startChangedShell } from '../support/changed-shell.ts';
import { shop } from '../support/content.ts';
import { WORKSPACE, type RunningSite } from '../support/site.ts';
import { expect, test } from '../support/test.ts';

const SOLD = [
  { title: 'A print', price: '$12.00', link: 'https://shop.example/print', image: '/images/print.png' },
  {
    title: 'A mug, Donaudampfschifffahrtsgesellschaft',
    price: '$9.50',
    link: 'https://shop.example/mug',
    image: '/images/print.png',
  },
];
/** The owner's items if there are any. */
const ITEMS = shop.items.length > 0 ? shop.items : SOLD;
let filled: RunningSite;

test.describe.configure({ mode: 'default' });

/** Content that the sample lacks: a shop with items, an employer with a picture. */
test.beforeAll(async () => {
  const picture = resolve(WORKSPACE, 'tests/visual/baselines/chromium-156/shell-home-wide-light.png');
  filled = await startChangedShell(
    [
      ...(shop.items.length > 0 ? [] : [[/items: ?\[\]/, `items:${JSON.stringify(SOLD)}`] as const]),
      // The owner's own pictures come later and win.
      [/"?work"?: ?\[\s*\{/, '"work":[{"images":["/images/logo.png"],'],
    ],
    { 'client/images/print.png': picture, 'client/images/logo.png': picture },
  );
});
test.afterAll(() => filled.close());

test('a shop with items is a grid of pictures, titles, prices and links, and not Coming Soon', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${filled.url}/portfolio`);
  await expect(page.getByText('Coming Soon')).toHaveCount(0);
  const items = page.getByRole('main').getByRole('listitem');
  await expect(items).toHaveCount(ITEMS.length);
  const boxes = await Promise.all((await items.all()).map((item) => item.boundingBox()));
  if (boxes.length > 1) expect(boxes[1]?.y).toBe(boxes[0]?.y);
  for (const [index, { title, price, link }] of ITEMS.entries()) {
    const found = items.nth(index).getByRole('link');
    await expect(found).toHaveAccessibleName(`${title} ${price} (opens in a new tab)`);
    await expect(found).toHaveAttribute('href', link);
    await found.scrollIntoViewIfNeeded();
    await expect.poll(() => found.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    // A word wider than its card breaks.
    expect(await found.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  }
});

test('an employer with a picture shows it, from the release of the shell', async ({ page, request }) => {
  await page.goto(`${filled.url}/about`);
  const picture = page.getByRole('article').first().locator('img').first();
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const answer = await request.get(`${filled.url}/images/logo.png`, { maxRedirects: 0 });
  expect([answer.status(), answer.headers()['cache-control']]).toEqual([302, 'no-cache']);
  expect(answer.headers()['location']).toMatch(/^\/r\/shell\/[^/]+\/images\/logo\.png$/);
});
