import type { MarketReport } from '@site/contracts';
import { downloadOf } from '../support/download.ts';
import { ask, expect, expectFitsPhone, expectNoViolations, test } from '../support/journey.ts';
import { rowsOf } from '../support/prices.ts';

test('/projects/usda-reports lists the API’s reports, which can be searched, filtered by category and sorted', async ({
  page,
}) => {
  await page.goto('/projects/usda-reports');
  const reports = (await (await ask(page.request, '/api/usda-reports')).json()) as readonly MarketReport[];
  expect(reports.length).toBeGreaterThan(10);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('USDA MARS API Reports');
  const status = page.getByRole('region', { name: 'API status' });
  await expect(status).toContainText('API Connected');
  await expect(status).toContainText(`${reports.length} Total Reports`);
  await expect(status).toContainText('Sample data');
  await expect(rowsOf(page)).toHaveCount(reports.length);
  const eggs = rowsOf(page).filter({ hasText: 'Weekly Grocery Store Egg Feature Activity' });
  await expect(eggs.getByRole('cell')).toHaveText(['2757', 'Poultry', 'Eggs', /^Retail/]);
  const about = page.getByRole('region', { name: 'About the USDA MARS API' });
  await expect(about).toContainText('with an API key via basic auth');
  await expect(about).toContainText('reports endpoint (version 1.2)');
  await expect(about).toContainText('https://marsapi.ams.usda.gov/services/v1.2/reports');
  await expectNoViolations(page);

  const title = page.getByRole('columnheader', { name: 'Report Title' });
  await title.getByRole('button').click();
  await expect(title).toHaveAttribute('aria-sort', 'ascending');
  const titles = reports
    // The page turns this suffix into a badge.
    .map(({ report_title: words }) => (words ?? '').replace(/ \(Discontinued\)$/, ''))
    .toSorted((one, other) => one.localeCompare(other, 'en'));
  await expect(rowsOf(page).first().getByRole('rowheader')).toContainText(titles[0] ?? '');
  await page.getByLabel('Category').selectOption('Poultry');
  await expect(rowsOf(page).locator('[data-label="Category"]').first()).toHaveText('Poultry');
  const poultry = await rowsOf(page).count();
  await expect(page.getByLabel('Category').locator('option:checked')).toHaveText(`Poultry (${poultry})`);
  await page.getByLabel('Search reports').fill('2757');
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(page.getByText(`1 of ${reports.length} reports shown`)).toBeVisible();
  await expect(page).toHaveURL(/2757/);
  const { name, text } = await downloadOf(page, page.getByRole('button', { name: 'Download CSV' }));
  expect(name).toBe('usda-reports.csv');
  expect(text).toContain('Weekly Grocery Store Egg Feature Activity,2757,Poultry,Eggs');
  await page.getByLabel('Search reports').fill('no such report');
  await expect(page.getByText('No reports found')).toBeVisible();
  await page.getByRole('button', { name: 'Show all reports' }).click();
  await expect(rowsOf(page)).toHaveCount(reports.length);
  await expectFitsPhone(page);
  // On a phone every row is a card, and a select replaces the headers for sorting.
  await expect(rowsOf(page).first()).toHaveCSS('display', 'grid');
  await page.getByLabel('Sort by').selectOption({ label: 'Report Title, descending' });
  await expect(rowsOf(page).first()).toContainText(titles.at(-1) ?? '');
});

test('/projects/usda-reports/<slug> opens a report with its newest issue, a chart and facets that filter it', async ({
  page,
}) => {
  const url = '/api/usda-reports/1280';
  await expect.poll(async () => (await ask(page.request, url)).status(), url).toBe(200);
  await page.goto('/projects/usda-reports/1280');
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(
    'Oklahoma National Stockyards Market - Oklahoma City, OK',
  );
  const rows = page.getByRole('region', { name: 'Rows' });
  await expect(rows.getByRole('status')).toHaveText(/^\d+ of \d+ rows shown$/);
  const whole = await rowsOf(page).count();
  await expect(page.getByRole('region', { name: 'Avg price by class, per cwt' }).locator('path[data-line]')).toHaveCount(2);
  await page.getByLabel('Class', { exact: true }).selectOption('Steers');
  await expect.poll(() => rowsOf(page).count()).toBeLessThan(whole);
  await expect(page).toHaveURL(/is\.class=Steers/);
  await expectNoViolations(page);
  await expectFitsPhone(page);
  await expect(rowsOf(page).first()).toHaveCSS('display', 'grid');
});
