import type { Locator } from '@playwright/test';
import { expectAccessibleOnce } from '../support/accessible.ts';
import { downloadOf } from '../support/download.ts';
import { expectLegible } from '../support/legible.ts';
import { inBothSchemes } from '../support/page-checks.ts';
import { aReport, answerPrices, aRow, aSeries, CHUCK_ROAST, expectLight, rowsOf, weighScripts } from '../support/prices.ts';
import { expect, test } from '../support/test.ts';

/** How red the box's fill is: the excess of red over green and blue. */
const rednessOf = (box: Locator) =>
  box.evaluate((element) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d')!;
    context.fillStyle = getComputedStyle(element).backgroundColor;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return (red - Math.max(green, blue)) / 255;
  });

/** More rows than fit in the window. */
const ROWS = [
  aRow({ price_change: 0.3, price_change_percent: 4, quality_grade: 'Prime' }),
  aRow({ type: 'Eye of Round Roast', price_change: -0.38, price_change_percent: -5.54, quality_grade: 'Choice' }),
  aRow({ type: 'Skirt Steak', section: null, region: 'Midwest', quality_grade: 'No Roll' }),
  ...Array.from({ length: 60 }, (_, index) => aRow({ type: `Cut ${index}`, store_count: 100 - index, quality_grade: 'Select' })),
];

test('a failure is red; after Retry the colors have meaning and all text is legible; the table header stays in view', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/);
  const kilobytes = weighScripts(page);
  const series = () => [aSeries({ '2025-09-15': 7, '2026-09-07': 8, '2026-09-14': 7.82 })];
  await answerPrices(page, 'beef', aReport(ROWS, { stale: true, droppedRows: 2 }), series);
  let requests = 0;
  await page.route('**/api/weekly-beef-report', (route) => {
    requests += 1;
    return requests === 1 ? route.fulfill({ status: 500, json: { error: 'broken' } }) : route.fallback();
  });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/projects/beef-cut-prices?rows=all&item=${encodeURIComponent(CHUCK_ROAST)}`);
  const status = page.getByRole('region', { name: 'API status' });
  const failed = page.getByRole('alert');
  await expect(status).toContainText('API Connection Failed');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const box of [status, failed]) expect(await rednessOf(box), colorScheme).toBeGreaterThan(0.05);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await failed.getByText('Technical details').click();
  await expect(failed.getByText('Endpoint', { exact: true })).toBeVisible();
  await failed.getByRole('button', { name: 'Retry' }).click();

  await expect(page.getByRole('slider')).toBeVisible();
  expectLight(await kilobytes());
  // Red means more expensive, green cheaper.
  const change = (row: number) => rowsOf(page).nth(row).locator('[data-label="Weekly Change"] [data-direction]');
  await expect(change(0)).toHaveCSS('color', 'rgb(179, 21, 31)');
  await expect(change(1)).toHaveCSS('color', 'rgb(20, 105, 47)');
  const head = page.getByRole('columnheader', { name: 'Price Range' });
  await rowsOf(page).first().scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 1_500);
  await expect.poll(async () => (await head.boundingBox())?.y).toBe(0);
  await page.evaluate(() => window.scrollTo(0, 0));
  await inBothSchemes(page, 'beef with a chart', true, (state) => expectLegible(page, state));
  await expectAccessibleOnce(page, 'beef with a chart');
  expect(requests).toBe(2);

  await page.getByLabel('Region', { exact: true }).selectOption('Midwest');
  await expect(rowsOf(page)).toHaveCount(1);
  const { name, text } = await downloadOf(page, page.getByRole('button', { name: 'Download CSV' }));
  expect(name).toBe('beef-prices.csv');
  const lines = text.trim().split('\r\n');
  expect(lines.slice(0, 3)).toEqual([
    '# Source: USDA AMS Market News, report 3228',
    '# Advertised feature prices, not shelf prices; US dollars per price_unit',
    '# Retrieved: 2026-09-18T14:05:00.000Z',
  ]);
  expect(lines[3]).toMatch(/^# Address: http.*\?region=Midwest&item=.*&rows=all$/);
  expect(lines.slice(5)).toEqual([
    '2026-09-14,Midwest,Beef,,Skirt Steak,Fresh,Regular,Conventional,No Roll,Per lb,5.99,9.74,7.82,6595,,',
  ]);
});
