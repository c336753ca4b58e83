import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

const GAME = '/projects/tennis-ball-gun';
const SOURCE = 'src/tennis-ball-gun/draw-arena.ts';
/** The first gradient that the game draws with. */
const CALL = 'const wall = context.createLinearGradient(';

function lineOf(text: string): number {
  const lines = readFileSync(join(import.meta.dirname, '../../apps/demos-games', SOURCE), 'utf8').split('\n');
  return lines.findIndex((line) => line.includes(text)) + 1;
}

/** Opens the owner's page and waits until it has an error. */
async function openErrors(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/owner/errors`);
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('heading', { level: 2 })).not.toHaveCount(0, { timeout: 1_000 });
  }).toPass();
}

test('an error in a built remote is shown with the line of its source, once per document, and not if the visitor objects; a page that fails to load is listed, too', async ({
  page,
  ownSite,
  expectedConsole,
}) => {
  expectedConsole.push(
    /no gradient/,
    /Failed to/i,
    /failed at the \w+ step/,
    /dynamically imported module/i,
    /preload/i,
    /ERR_FAILED/,
  );
  const sent: { readonly frames: readonly string[] }[] = [];
  await page.route('**/api/errors', (route) => {
    sent.push(route.request().postDataJSON() as { frames: string[] });
    return route.continue();
  });
  await page.addInitScript(() => {
    if (location.search === '?objects') Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });
    CanvasRenderingContext2D.prototype.createLinearGradient = () => {
      throw new RangeError('no gradient');
    };
  });
  const thrown = page.waitForEvent('console', (message) => message.text().includes('no gradient'));
  await page.goto(`${ownSite.url}${GAME}?objects`);
  await thrown;
  await page.goto(`${ownSite.url}${GAME}`);
  await expect.poll(() => sent.length).toBeGreaterThan(0);
  expect(sent[0]).toMatchObject({ app: 'demos-games', name: 'RangeError', message: 'no gradient' });
  expect(sent[0]?.frames[0]).toMatch(/^\/r\/demos-games\/\d+\.\d+\.\d+-[0-9a-f]{12}\/assets\/[\w.-]+\.js:\d+:\d+$/);

  await page.setViewportSize({ width: 390, height: 844 });
  await openErrors(page, ownSite.url);
  const group = page.locator('section').filter({ hasText: `${SOURCE}:${lineOf(CALL)}` });
  await expect(group.getByRole('heading')).toHaveText('RangeError: no gradient');
  await expect(group.locator('.role')).toHaveText(`demos-games in ${SOURCE}:${lineOf(CALL)}`);
  await expect(group.getByRole('row').nth(1)).toContainText('Chromium');
  await group.getByText(/^Stack of the latest error/).click();
  await expect(group.getByRole('listitem').first()).toHaveText(`${SOURCE}:${lineOf(CALL)}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(sent.length).toBe(1);

  await page.route('**/r/demos-sensors/**/assets/*.js', (route) => route.abort());
  await page.goto(`${ownSite.url}/projects/sensor-dashboard`);
  await expect(page.getByText('This project could not be loaded')).toBeVisible();
  await expect.poll(() => sent).toHaveLength(2);
  expect(sent[1]).toMatchObject({ app: 'demos-sensors', frames: [] });
  await expect(async () => {
    await page.goto(`${ownSite.url}/owner/errors`);
    await expect(page.getByText('Its stack contains no scripts from this site.')).toBeVisible({ timeout: 1_000 });
  }).toPass();
});
