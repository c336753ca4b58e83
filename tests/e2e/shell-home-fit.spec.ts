import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

const NAMES = ['Résumé', 'Projects', 'Shop', 'Contact'] as const;

async function open(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Resume motion' })).toBeVisible();
}

async function boxOf(page: Page, name: string) {
  const box = await page.getByRole('main').getByRole('link', { name, exact: true }).boundingBox();
  if (!box) throw new Error(`${name} is not shown`);
  return { top: box.y, bottom: box.y + box.height, middle: [box.x + box.width / 2, box.y + box.height / 2] as const };
}

const pageHeight = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

for (const [width, height] of [
  [1280, 720],
  [1366, 650],
  [1536, 730],
  [1280, 800],
  [1440, 900],
  [1920, 1080],
  [820, 1180],
  [390, 844],
] as const) {
  test(`the home page fits a window of ${width} x ${height}, and no bubble is under the header`, async ({ page }) => {
    await open(page, width, height);
    expect(await pageHeight(page)).toBeLessThanOrEqual(height);
    const header = await page.getByRole('banner').evaluate((element) => element.getBoundingClientRect().bottom);
    for (const name of NAMES) {
      const { top, bottom } = await boxOf(page, name);
      expect.soft(top, name).toBeGreaterThanOrEqual(header);
      expect.soft(bottom, name).toBeLessThanOrEqual(height);
    }
  });
}

test('at twice the font size the home page has the same height, and each bubble can be pressed', async ({ page }) => {
  const client = await page.context().newCDPSession(page);
  await page.goto('about:blank');
  await client.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await open(page, 1440, 900);
  for (const name of NAMES) {
    const { bottom, middle } = await boxOf(page, name);
    expect.soft(bottom, name).toBeLessThanOrEqual(900);
    const met = await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest('a')?.textContent, middle);
    expect.soft(met, name).toBe(name);
  }
});
