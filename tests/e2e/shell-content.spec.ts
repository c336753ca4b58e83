import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { startChangedShell } from '../support/changed-shell.ts';
import { shop, site as owner } from '../support/content.ts';
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
const ENDPOINT = '/api/page-views';
/** The owner's items if there are any. */
const ITEMS = shop.items.length > 0 ? shop.items : SOLD;
let filled: RunningSite;

/** Content that the sample lacks: a shop with items, an employer with a picture, a service that counts visits. */
test.beforeAll(async () => {
  const picture = resolve(WORKSPACE, 'tests/visual/baselines/chromium-156/shell-home-wide-light.png');
  filled = await startChangedShell(
    [
      [/analytics: ?null/, `analytics:{kind:"beacon",endpoint:"${ENDPOINT}"}`],
      ...(shop.items.length > 0 ? [] : [[/items: ?\[\]/, `items:${JSON.stringify(SOLD)}`] as const]),
      // The owner's own pictures come later and take precedence.
      [/"?work"?: ?\[\s*\{/, '"work":[{"images":["/images/logo.png"],'],
    ],
    { 'client/images/print.png': picture, 'client/images/logo.png': picture },
  );
});
test.afterAll(() => filled.close());

/** Collects the analytics messages that the page sends. */
async function listen(page: Page): Promise<unknown[]> {
  const sent: unknown[] = [];
  await page.route(`**${ENDPOINT}`, (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill({ status: 204 });
  });
  return sent;
}

test('the shop is a grid of pictures, titles, prices and links, an employer has a picture, and each navigation is one page view', async ({
  page,
  context,
  request,
}) => {
  const sent = await listen(page);
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

  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Resume' }).click();
  const picture = page.getByRole('article').first().locator('img').first();
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const response = await request.get(`${filled.url}/images/logo.png`, { maxRedirects: 0 });
  expect([response.status(), response.headers()['cache-control']]).toEqual([302, 'no-cache']);
  expect(response.headers()['location']).toMatch(/^\/r\/shell\/[^/]+\/images\/logo\.png$/);

  await page.getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByText(`each message goes to ${ENDPOINT} on this site, and to nobody else`)).toBeVisible();
  await expect(page.getByText('No analytics service counts your visits.')).toHaveCount(0);
  const view = (path: string, title: string) => ({ type: 'page_view', path, title: `${title} – ${owner.ownerName}` });
  const event = (path: string) => ({ type: 'event', category: 'navigation', label: path });
  await expect
    .poll(() => sent)
    .toEqual([
      ...[view('/portfolio', 'Shop'), view('/about', 'Résumé'), event('/about'), view('/privacy', 'Privacy'), event('/privacy')],
    ]);
  expect(await context.cookies()).toEqual([]);
});
