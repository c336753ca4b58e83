import type { WeeklyReport } from '@site/contracts';
import { ask, expect, expectFitsPhone, expectNoViolations, test } from '../support/journey.ts';

for (const { kind, path, heading, unit, whole } of [
  { kind: 'egg', path: '/embed/egg-prices', heading: 'Egg prices: price history', unit: 'dozen', whole: '/projects/egg-prices' },
  {
    kind: 'beef',
    path: '/embed/beef-cut-prices',
    heading: 'Beef cut prices: price history',
    unit: 'lb',
    whole: '/projects/beef-cut-prices',
  },
] as const) {
  test(`${path} charts an item by week and by region, without the rest of the site`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.getByRole('banner')).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
    const panel = page.getByRole('region', { name: 'Price history' });
    await expect(panel.locator('svg[data-chart]')).toBeVisible();
    await expect(panel).toContainText(`US dollars per ${unit}, NATIONAL`);
    await expect(panel).toContainText('Sample data');
    // The item that the most stores advertise, with the API's figures.
    const report = (await (await ask(page.request, `/api/weekly-${kind}-report`)).json()) as WeeklyReport;
    const national = report.currentWeekData.filter(({ region }) => region === 'NATIONAL');
    const most = national.reduce((one, other) => ((other.store_count ?? 0) > (one.store_count ?? 0) ? other : one));
    const line = panel.getByRole('listitem').first();
    await expect(line).toContainText(most.type);
    await expect(line).toContainText(`in ${most.store_count?.toLocaleString('en-US')} stores`);
    await expectNoViolations(page);
    const week = panel.getByText(/^Week of /);
    const last = (await week.textContent()) ?? '';
    await panel.getByRole('slider', { name: 'Week in the chart' }).press('ArrowLeft');
    await expect(week).not.toHaveText(last);
    await expect(page.getByRole('table', { name: /^This week by region/ }).getByRole('row', { name: /Midwest/ })).toBeVisible();
    await page.getByLabel('Chart region').selectOption('Midwest');
    await expect(panel).toContainText(`US dollars per ${unit}, Midwest`);
    await expect(page.getByRole('link', { name: /Open the whole page/ })).toHaveAttribute(
      'href',
      new RegExp(`${whole}\\?item=.*chart-region=Midwest`),
    );
    await expectFitsPhone(page);
  });
}
