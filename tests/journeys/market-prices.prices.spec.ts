import type { Page } from '@playwright/test';
import type { PriceRecord, WeeklyReport } from '@site/contracts';
import { downloadOf } from '../support/download.ts';
import { ask, expect, expectFitsPhone, expectNoViolations, test } from '../support/journey.ts';
import { rowsOf } from '../support/prices.ts';

/** The API's report; the page must show the same. */
async function reportOf(page: Page, kind: 'beef' | 'egg'): Promise<readonly PriceRecord[]> {
  const report = (await (await ask(page.request, `/api/weekly-${kind}-report`)).json()) as WeeklyReport;
  expect(report.currentWeekData.length).toBeGreaterThan(100);
  return report.currentWeekData;
}

/** Expects this number of rows in the table; only those in view are in the document. */
const expectRows = (page: Page, count: number) =>
  expect(page.getByRole('region', { name: 'Prices', exact: true }).getByRole('table')).toHaveAttribute(
    'aria-rowcount',
    String(count + 1),
  );

async function expectRegion(page: Page, zip: string, region: string, rows: readonly PriceRecord[]): Promise<void> {
  await page.getByPlaceholder('Enter your 5-digit ZIP code').fill(zip);
  await expect(page.getByText(`Showing results for: ${region} Region`, { exact: true })).toBeVisible();
  await expectRows(page, rows.length);
  const regions = rowsOf(page).locator('[data-label="Region"]');
  expect([...new Set(await regions.allTextContents())]).toEqual([region]);
}

/** The file contains the rows shown and names their source. */
async function expectCsv(page: Page, fileName: string, rows: readonly PriceRecord[]): Promise<void> {
  const { name, text } = await downloadOf(page, page.getByRole('button', { name: 'Download CSV' }));
  expect(name).toBe(fileName);
  expect(text).toContain('# Source: Sample data for this site, modeled on USDA Market News');
  expect(text.match(/^\d{4}-\d\d-\d\d,/gm)).toHaveLength(rows.length);
}

/** Opens the first row's chart, and moves it back a week. */
async function expectChart(page: Page, unit: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Chart: / })
    .first()
    .click();
  const panel = page.getByRole('region', { name: 'Price history' });
  await expect(panel.getByRole('heading', { name: 'Price history' })).toBeVisible();
  await expect(panel.locator('svg[data-chart]')).toBeVisible();
  await expect(panel).toContainText(`US dollars per ${unit}, NATIONAL`);
  const week = panel.getByText(/^Week of /);
  const newest = (await week.textContent()) ?? '';
  await panel.getByRole('slider', { name: 'Week in the chart' }).press('ArrowLeft');
  await expect(week).not.toHaveText(newest);
  await expect(page).toHaveURL(/[?&]item=/);
}

test('/projects/egg-prices shows the week’s report, filters it by ZIP and type, charts a row and downloads it', async ({
  page,
}) => {
  await page.goto('/projects/egg-prices?rows=all');
  const eggs = await reportOf(page, 'egg');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('EGG PRICES');
  const panel = page.getByRole('region', { name: 'Report Information' });
  await expect(panel).toContainText('Weekly Retail Egg Feature Activity');
  await expect(panel).toContainText('Sample data');
  // The published total of the sample's week.
  await expect(panel).toContainText('Activity index18,314');
  await expect(panel).toContainText('14,334 the week before');
  await expectRows(page, eggs.length);
  await expect(page.getByText('Live Data')).toHaveCount(0);
  const type = page.getByLabel('Filter by Egg Type');
  await type.selectOption({ label: 'Cage Free Eggs' });
  const cageFree = eggs.filter(({ environment }) => /cage[- ]free/i.test(environment ?? ''));
  await expectRows(page, cageFree.length);
  // A carton of 18 is 1.5 dozen.
  const carton = cageFree.find((row) => row.package_size === '18' && row.price_min !== row.price_max);
  const perDozen = [carton?.price_min ?? 0, carton?.price_max ?? 0].map((price) => `$${(price / 1.5).toFixed(2)}`).join(' - ');
  const prices = rowsOf(page).locator('[data-label="Price Range"]').filter({ hasText: 'per carton of 18' });
  await expect(prices.filter({ hasText: `${perDozen} per dozen` }).first()).toBeVisible();
  await type.selectOption({ label: 'All Egg Types' });
  const northeast = eggs.filter(({ region }) => region === 'Northeast');
  await expectRegion(page, '10001', 'Northeast', northeast);
  await expectNoViolations(page);
  await expectCsv(page, 'egg-prices.csv', northeast);
  await page.getByPlaceholder('Enter your 5-digit ZIP code').fill('02139');
  await expect(page.getByText('Invalid ZIP code. Please enter a valid 5-digit ZIP code.')).toBeVisible();
  await expectRows(page, eggs.length);
  await expectChart(page, 'dozen');
  await expectFitsPhone(page);
  // On a phone every row is a card.
  await expect(rowsOf(page).first()).toHaveCSS('display', 'grid');
});

test('/projects/beef-cut-prices shows the week’s report, filters it by cut and ZIP, sorts it and charts a row', async ({
  page,
}) => {
  await page.goto('/projects/beef-cut-prices?rows=all');
  const beef = await reportOf(page, 'beef');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('BEEF CUT PRICES');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  const status = page.getByRole('region', { name: 'API status' });
  await expect(status).toContainText('API Connected');
  await expect(status).toContainText(`${beef.length} records`);
  await expect(status).toContainText('Sample data');
  await expectRows(page, beef.length);
  const panel = page.getByRole('region', { name: 'Report Information' });
  await expect(panel).toContainText('Weekly Retail Beef Feature Activity');
  const cut = page.getByLabel('Filter by Beef Cut');
  await cut.selectOption('chuck eye');
  const matches = async (kind: string) =>
    Number(/\d+/.exec((await page.getByText(new RegExp(`^${kind} match: \\d+ rows?$`)).textContent()) ?? '')?.[0]);
  const broad = await matches('broad');
  expect(broad).toBeGreaterThan(0);
  await expectRows(page, broad);
  await page.getByRole('switch', { name: 'Exact' }).check();
  expect(await matches('exact')).toBeLessThan(broad);
  await cut.selectOption('');
  await page.getByRole('columnheader', { name: 'Weekly Change' }).getByRole('button').click();
  const percents = beef.flatMap(({ price_change_percent: percent }) => (percent === null ? [] : [percent]));
  const greatestFall = rowsOf(page).first().locator('[data-label="Weekly Change"]');
  await expect(greatestFall).toContainText(`${Math.min(...percents).toFixed(1)}%`);
  const midwest = beef.filter(({ region }) => region === 'Midwest');
  await expectRegion(page, '53703', 'Midwest', midwest);
  await expect(page.getByText(/NATIONAL rows are hidden by the region filter/)).toBeVisible();
  await expectNoViolations(page);
  await expectCsv(page, 'beef-prices.csv', midwest);
  await page.getByPlaceholder('Enter your 5-digit ZIP code').fill('');
  await expectChart(page, 'lb');
  await expectFitsPhone(page);
  await expect(rowsOf(page).first()).toHaveCSS('display', 'grid');
});
