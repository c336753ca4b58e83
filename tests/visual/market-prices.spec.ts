import type { Page } from '@playwright/test';
import { priceItemKey } from '@site/contracts';
import { aReport, answerPrices, aRow, aSeries, CHUCK_ROAST, rowsOf } from '../support/prices.ts';
import { WHOLE_BROWSER } from '../support/camera.ts';
import { pictureTests, SCREENS, type Picture } from '../support/picture.ts';
import { expect, test } from '../support/test.ts';

test.use({ launchOptions: WHOLE_BROWSER });

const BEEF = aReport(
  [
    aRow({ price_change: 0.3, price_change_percent: 4 }),
    aRow({ region: 'Midwest', price_avg: 7.27, price_min: 6, price_max: 8, store_count: 1_319, quality_grade: 'Choice' }),
    aRow({
      region: 'Hawaii',
      price_avg: 9.7,
      price_min: 9,
      price_max: 10.5,
      store_count: 65,
      price_change: -0.5,
      price_change_percent: -4.9,
    }),
  ],
  { source: 'sample' },
);
const EGGS = aReport(
  ['Conventional', 'Cage-Free', 'USDA Organic'].map((environment, index) =>
    aRow({
      commodity: 'Egg',
      section: 'Shell Egg',
      type: 'Large Brown',
      package_size: index === 1 ? '18' : '12',
      price_unit: 'Per Carton',
      environment,
      price_avg: 3 + index,
      price_min: 2.5 + index,
      price_max: 4 + index,
      store_count: 24 * (index + 1),
    }),
  ),
  { source: 'sample' },
);
const WEEKS = Array.from({ length: 26 }, (_, week) => new Date(Date.UTC(2026, 2, 23 + 7 * week)).toISOString().slice(0, 10));
/** Half a year of ups and downs with two gaps, the same in every run. */
const PRICES = Object.fromEntries(
  WEEKS.filter((_, week) => week !== 9 && week !== 17).map((date, index) => [date, 7 + ((index * 7) % 11) / 6]),
);

// The stored weeks of the site's own sample grow with today's date; a picture needs constant figures.
test.beforeEach(async ({ page }) => {
  const eggs = EGGS.currentWeekData.map((row) => aSeries(PRICES, { ...row, item: priceItemKey('egg', row) }));
  const series = () => [aSeries(PRICES), ...eggs];
  await answerPrices(page, 'beef', BEEF, series);
  await answerPrices(page, 'egg', EGGS, series);
});

const items = (count: number) => async (page: Page) => {
  await expect(page.locator('svg[data-chart]')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Items' }).locator('> li')).toHaveCount(count);
};
const rows = (count: number) => (page: Page) => expect(rowsOf(page)).toHaveCount(count);
const { phone, wide } = SCREENS;
const LONG = { width: 820, height: 1_500 };

pictureTests([
  { name: 'usda-reports', path: '/projects/usda-reports', screens: { wide }, ready: rows(19) },
  {
    name: 'usda-report',
    path: '/projects/usda-reports/1280',
    screens: { phone },
    ready: async (page) => {
      await expect(page.locator('svg[data-chart]')).toBeVisible();
      await expect(rowsOf(page).first()).toBeVisible();
    },
  },
  { name: 'egg-prices', path: '/projects/egg-prices', screens: { phone, long: LONG }, ready: items(3) },
  { name: 'beef-cut-prices', path: '/projects/beef-cut-prices', screens: { wide }, ready: items(2) },
  {
    name: 'beef-cut-prices-chart',
    path: `/projects/beef-cut-prices?item=${encodeURIComponent(CHUCK_ROAST)}&view=chart`,
    size: LONG,
    ready: async (page) => {
      await expect(page.locator('svg[data-chart]')).toBeVisible();
      await expect(page.getByRole('table', { name: /^This week by region/ })).toBeVisible();
    },
  },
  ...(['beef-cut-prices', 'egg-prices'] as const).map((page) => ({
    name: `embed-${page}`,
    path: `/embed/${page}`,
    content: [],
    screens: (page === 'egg-prices' ? { phone } : { wide }) as Picture['screens'],
    ready: (shown: Page) => expect(shown.locator('svg[data-chart]')).toBeVisible(),
  })),
]);
