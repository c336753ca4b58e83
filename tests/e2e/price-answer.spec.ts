import type { Page } from '@playwright/test';
import type { PriceRecord, WeeklyReport } from '@site/contracts';
import { priceItemKey } from '@site/contracts';
import { expectAccessibleInAllColors } from '../support/accessible.ts';
import { BEEF as BEEF_PAGE, seriesOf } from '../support/price-history.ts';
import { aReport, answerPrices, aRow } from '../support/prices.ts';
import { textOfPages } from '../support/pdf-text.ts';
import { ask } from '../support/stored-prices.ts';
import { expect, test } from '../support/test.ts';

const EGG_PAGE = '/projects/egg-prices';

const answer = (page: Page) => page.getByRole('region', { name: /^Week of / });
const regions = (page: Page) => page.getByRole('table', { name: /^This week by region/ });
const items = (page: Page) => page.getByRole('list', { name: 'Items' }).getByRole('listitem');

async function reportOf(page: Page, kind: 'beef' | 'egg'): Promise<readonly PriceRecord[]> {
  return ((await (await ask(page.request, `/api/weekly-${kind}-report`)).json()) as WeeklyReport).currentWeekData;
}

const mostStores = (rows: readonly PriceRecord[]) =>
  rows.reduce((most, row) => ((row.store_count ?? 0) > (most.store_count ?? 0) ? row : most));
/** Dollars per dozen of a carton's price. */
const perDozen = (row: PriceRecord) => ((row.price_avg ?? 0) * 12) / Number(row.package_size);
const dollars = (amount: number) => `$${amount.toFixed(2)}`;
const isNational = ({ region }: PriceRecord) => region === 'NATIONAL';

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const) {
  for (const path of [EGG_PAGE, BEEF_PAGE]) {
    test(`${path} at ${width} x ${height} shows figure, change and chart without scrolling`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.goto(path);
      const chart = answer(page).locator('svg[data-chart]');
      await expect(chart).toBeVisible();
      await expect(chart).toBeInViewport({ ratio: 1 });
      await expect(
        answer(page)
          .getByText(/^(\$[\d.]+)/)
          .first(),
      ).toBeInViewport({ ratio: 1 });
      await expect(answer(page).locator('[data-direction]').first()).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
    });
  }
}

test('a click on the map filters the page, and a second one removes the filter', async ({ page }) => {
  await answerPrices(
    page,
    'beef',
    aReport([aRow(), aRow({ region: 'Midwest', price_avg: 7.27 }), aRow({ region: 'Hawaii', price_avg: 9.7 })]),
    seriesOf,
  );
  await page.goto(BEEF_PAGE);
  await page.locator('path[data-region="Midwest"]').click();
  await expect(page).toHaveURL(/region=Midwest/);
  await expect(page.getByLabel('Region', { exact: true })).toHaveValue('Midwest');
  await expect(answer(page)).toContainText('$7.27 per lb');
  await expect(regions(page).getByRole('button', { name: 'Midwest' })).toHaveAttribute('aria-pressed', 'true');
  await page.locator('path[data-region="Midwest"]').click();
  await expect(answer(page)).toContainText('$7.82 per lb');
  await expect(page.locator('path[data-region="Alaska"]')).toHaveAttribute('data-priced', 'false');
});

test('units, order, rows and filters are all in the address', async ({ page }) => {
  await page.goto(EGG_PAGE);
  await page.getByLabel('Prices per').selectOption('egg');
  await page.getByLabel('Charts in').selectOption('percent');
  await page.getByLabel('Order').selectOption('cheapest');
  await expect(page).toHaveURL(/\?unit=egg&show=percent&order=cheapest$/);
  const first = await items(page).first().textContent();
  await page.reload();
  await expect(items(page).first()).toHaveText(first ?? '');
  await expect(answer(page)).toContainText('per egg');
  await expect(answer(page).locator('svg[data-chart]')).toContainText('%');
});

test('axe finds no problems in the answer, the map, the items and the small charts', async ({ page }) => {
  for (const rows of ['items', 'small']) {
    await page.goto(`${EGG_PAGE}?rows=${rows}&zip=60601`);
    await expect(answer(page).locator('svg[data-chart]')).toBeVisible();
    await expectAccessibleInAllColors(page, rows);
  }
});

test('the printed page has the sentence, every region and every item', async ({ page }) => {
  const eggs = await reportOf(page, 'egg');
  await page.goto(EGG_PAGE);
  await expect(answer(page).locator('svg[data-chart]')).toBeVisible();
  const figure = (await answer(page).locator('strong').first().textContent()) ?? '';
  const sheets = textOfPages(await page.pdf())
    .join(' ')
    .replaceAll(/\s+/g, ' ');
  expect(figure).toMatch(/^\$\d/);
  expect(sheets).toContain(figure);
  for (const region of new Set(eggs.map((row) => row.region))) expect(sheets).toContain(region);
  for (const type of new Set(eggs.filter(isNational).map((row) => row.type))) expect(sheets).toContain(type);
});

/** Each question is answered on screen after at most two interactions. */
test.describe('a visitor asks', () => {
  test('what eggs cost this week, whether that is more than last week, and in how many stores', async ({ page }) => {
    const most = mostStores((await reportOf(page, 'egg')).filter(isNational));
    await page.goto(EGG_PAGE);
    await expect(answer(page)).toContainText(`${dollars(perDozen(most))} per dozen`);
    await expect(answer(page)).toContainText(`in ${most.store_count?.toLocaleString('en-US')} stores`);
    const change = most.price_change_percent;
    await expect(answer(page)).toContainText(
      change === null ? 'not advertised last week' : `${Math.abs(change).toFixed(1)}%) on last week`,
    );
  });

  test('which region is the cheapest', async ({ page }) => {
    const eggs = await reportOf(page, 'egg');
    const key = priceItemKey('egg', mostStores(eggs.filter(isNational)));
    const cheapest = eggs
      .filter((row) => priceItemKey('egg', row) === key && !isNational(row))
      .toSorted((one, other) => perDozen(one) - perDozen(other))[0];
    await page.goto(EGG_PAGE);
    await expect(regions(page).getByRole('rowheader').first()).toHaveText(cheapest?.region ?? '');
  });

  test('what they cost where the visitor lives: one ZIP code', async ({ page }) => {
    const most = mostStores((await reportOf(page, 'egg')).filter(({ region }) => region === 'Southcentral'));
    await page.goto(EGG_PAGE);
    await page.getByLabel('ZIP code').fill('60601');
    await expect(answer(page)).toContainText(`${dollars(perDozen(most))} per dozen`);
    await expect(answer(page)).toContainText('in the Southcentral region');
    await expect(regions(page)).toContainText('Southcentral (your region)');
  });

  test('which region has the cheapest large brown eggs: one choice', async ({ page }) => {
    const eggs = (await reportOf(page, 'egg')).filter(({ type }) => /brown/i.test(type));
    const key = priceItemKey('egg', mostStores(eggs.filter(isNational)));
    const cheapest = eggs
      .filter((row) => priceItemKey('egg', row) === key && !isNational(row))
      .toSorted((one, other) => perDozen(one) - perDozen(other))[0];
    await page.goto(EGG_PAGE);
    await page.getByLabel('Filter by Egg Type').selectOption('brown');
    await expect(regions(page)).toContainText('Large Brown');
    await expect(regions(page).getByRole('rowheader').first()).toHaveText(cheapest?.region ?? '');
  });

  test('which eggs are the cheapest: one choice', async ({ page }) => {
    const counted = (await reportOf(page, 'egg')).filter((row) => isNational(row) && /^\d+$/.test(row.package_size ?? ''));
    const cheapest = counted.toSorted((one, other) => perDozen(one) - perDozen(other))[0];
    await page.goto(EGG_PAGE);
    await page.getByLabel('Order').selectOption('cheapest');
    await expect(items(page).first()).toContainText(dollars(perDozen(cheapest ?? aRow())));
  });

  test('which eggs’ price rose most since last week: one choice', async ({ page }) => {
    const rises = (await reportOf(page, 'egg')).flatMap((row) =>
      isNational(row) ? [row.price_change_percent ?? -Infinity] : [],
    );
    await page.goto(EGG_PAGE);
    await page.getByLabel('Order').selectOption('rise');
    await expect(items(page).first()).toContainText(`(+${Math.max(...rises).toFixed(1)}%)`);
  });

  test('what one egg costs: one choice', async ({ page }) => {
    const most = mostStores((await reportOf(page, 'egg')).filter(isNational));
    await page.goto(EGG_PAGE);
    await page.getByLabel('Prices per').selectOption('egg');
    await expect(answer(page)).toContainText(`${dollars(perDozen(most) / 12)} per egg`);
  });

  test('what a cut costs in every region: one click', async ({ page }) => {
    await page.goto(BEEF_PAGE);
    const first = items(page).first();
    await first.getByRole('button', { name: /^\d+ regions? of / }).click();
    expect(await first.getByRole('listitem').count()).toBeGreaterThan(3);
  });

  test('what ribeye costs per kg: two choices', async ({ page }) => {
    const ribeye = mostStores((await reportOf(page, 'beef')).filter((row) => isNational(row) && /ribeye/i.test(row.type)));
    await page.goto(BEEF_PAGE);
    await page.getByLabel('Filter by Beef Cut').selectOption('ribeye');
    await page.getByLabel('Prices per').selectOption('kg');
    await expect(answer(page)).toContainText(`${dollars((ribeye.price_avg ?? 0) * 2.204_622_62)} per kg`);
  });

  test('which cut’s price rose most over the year, and its history: two clicks', async ({ page }) => {
    await page.goto(BEEF_PAGE);
    await page.getByLabel('Show', { exact: true }).selectOption('small');
    const charts = page.getByRole('group', { name: 'Small charts' }).getByRole('button');
    await expect(charts.first()).toContainText(/[+−]\d+% over the year/);
    await charts.first().click();
    await expect(page.getByRole('slider', { name: 'Week of the chart' })).toBeVisible();
  });
});
