import type { Page } from '@playwright/test';
import type { PriceRecord, WeeklyReport } from '@site/contracts';
import { priceItemKey } from '@site/contracts';
import { expectAccessibleOnce } from '../support/accessible.ts';
import { expectLegible } from '../support/legible.ts';
import { inBothSchemes } from '../support/page-checks.ts';
import { textOfPages } from '../support/pdf-text.ts';
import { BEEF as BEEF_PAGE } from '../support/price-history.ts';
import { expectLight, weighScripts } from '../support/prices.ts';
import { ask } from '../support/stored-prices.ts';
import { setFontSize } from '../support/large-text.ts';
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
/** A carton's price in dollars per dozen. */
const perDozen = (row: PriceRecord | undefined) => ((row?.price_avg ?? 0) * 12) / Number(row?.package_size);
const dollars = (amount: number) => `$${amount.toFixed(2)}`;
const isNational = ({ region }: PriceRecord) => region === 'NATIONAL';

/** The region where the item that the most stores advertise is cheapest. */
function cheapestRegion(rows: readonly PriceRecord[]): string {
  const key = priceItemKey('egg', mostStores(rows.filter(isNational)));
  const regional = rows.filter((row) => priceItemKey('egg', row) === key && !isNational(row));
  return regional.toSorted((one, other) => perDozen(one) - perDozen(other))[0]?.region ?? '';
}

/** The figure, its change and the chart are in view without scrolling, on a phone and on a small laptop. */
async function expectAnswerInView(page: Page): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const part of ['svg[data-chart]', 'strong', '[data-direction]']) {
      const first = answer(page).locator(part).first();
      await expect.soft(first, `${part} at ${width} px`).toBeInViewport({ ratio: 1 });
    }
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  }
}

/* Each question is answered on screen after at most two interactions. */

test('what a visitor asks about eggs: this week, last week, the cheapest, where I live, per egg; the answer can be printed, is legible, and is kept in the address', async ({
  page,
}) => {
  const eggs = await reportOf(page, 'egg');
  const national = eggs.filter(isNational);
  const most = mostStores(national);
  const kilobytes = weighScripts(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(EGG_PAGE);
  await expect(answer(page).locator('svg[data-chart]')).toBeVisible();
  await expectAnswerInView(page);
  expectLight(await kilobytes());

  // What do eggs cost, is that more than last week, in how many stores, and where are they cheapest?
  await expect(answer(page)).toContainText(`${dollars(perDozen(most))} per dozen`);
  await expect(answer(page)).toContainText(`in ${most.store_count?.toLocaleString('en-US')} stores`);
  const change = most.price_change_percent;
  await expect(answer(page)).toContainText(
    change === null ? 'not advertised last week' : `${Math.abs(change).toFixed(1)}%) from last week`,
  );
  await expect(regions(page).getByRole('rowheader').first()).toHaveText(cheapestRegion(eggs));
  // The published totals, including those of a year before.
  await expect(page.getByRole('region', { name: 'Report Information' })).toContainText(
    'Activity index18,31414,334 the week before, 8,615 a year before',
  );

  const sheets = textOfPages(await page.pdf())
    .join(' ')
    .replaceAll(/\s+/g, ' ');
  expect(sheets).toContain(dollars(perDozen(most)));
  for (const region of new Set(eggs.map((row) => row.region))) expect(sheets).toContain(region);
  for (const type of new Set(national.map((row) => row.type))) expect(sheets).toContain(type);
  // Controls are useless on paper.
  for (const control of [
    'Zoom and compare',
    'Chart as SVG',
    'Filter by Egg Type',
    'Enter your',
    'Click a row',
    'Order',
    'Download',
    '8 regions',
  ]) {
    expect(sheets).not.toContain(control);
  }
  await page.emulateMedia({ media: 'print' });
  // A page break splits neither an item nor a region.
  for (const whole of [items(page).first().locator('> div'), regions(page).getByRole('row').nth(1)]) {
    await expect(whole).toHaveCSS('break-inside', 'avoid');
  }
  // Legible without background colors, which browsers leave out by default.
  await expect(regions(page).getByRole('button', { name: 'NATIONAL' })).toHaveCSS('color', 'rgb(0, 0, 0)');
  await page.emulateMedia({ media: null });

  const byPrice = national.filter(({ package_size: size }) => /^\d+$/.test(size ?? ''));
  const cheapest = byPrice.toSorted((one, other) => perDozen(one) - perDozen(other))[0];
  await page.getByLabel('Order').selectOption('cheapest');
  await expect(items(page).first()).toContainText(dollars(perDozen(cheapest)));
  await page.getByLabel('Order').selectOption('rise');
  const greatestRise = Math.max(...national.map((row) => row.price_change_percent ?? -Infinity));
  await expect(items(page).first()).toContainText(`(+${greatestRise.toFixed(1)}%)`);

  await page.getByLabel('Filter by Egg Type').selectOption('brown');
  await expect(regions(page)).toContainText('Large Brown');
  const brown = eggs.filter(({ type }) => /brown/i.test(type));
  await expect(regions(page).getByRole('rowheader').first()).toHaveText(cheapestRegion(brown));
  await page.getByLabel('Filter by Egg Type').selectOption({ index: 0 });

  const zip = page.getByLabel('ZIP code');
  await zip.fill('12a45');
  const invalid = page.getByText('Invalid ZIP code. Please enter a valid 5-digit ZIP code.');
  await expect(invalid).toHaveCSS('color', 'rgb(179, 21, 31)');
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const [field, message] = [(await zip.boundingBox())!, (await invalid.boundingBox())!];
    expect(message.x, `message at ${width} px`).toBe(field.x);
    expect(message.y - field.y - field.height, `message at ${width} px`).toBeLessThan(16);
    // A range is wide enough to be compared with the next row's.
    const bar = regions(page).getByRole('row').nth(1).locator('svg');
    expect((await bar.boundingBox())!.width, `range at ${width} px`).toBeGreaterThan(250);
  }
  await page.setViewportSize({ width: 390, height: 800 });
  await setFontSize(page, 32);
  const row = regions(page).getByRole('row').nth(1);
  const [place, price] = [(await row.getByRole('button').boundingBox())!, (await row.getByRole('cell').first().boundingBox())!];
  const isBeside = place.x + place.width <= price.x;
  expect(isBeside || place.y + place.height <= price.y, 'with large text a region does not overlap its price').toBe(true);
  await setFontSize(page, 16);
  await page.setViewportSize({ width: 1440, height: 800 });
  const filters = page.getByRole('region', { name: 'Filters' }).locator('input, select');
  const tops = await filters.evaluateAll((fields) => fields.map((field) => field.getBoundingClientRect().top));
  expect(tops).toHaveLength(5);
  expect(new Set(tops).size, 'rows of filters at 1440 px').toBe(1);
  await zip.fill('60601');
  const here = mostStores(eggs.filter(({ region }) => region === 'Southcentral'));
  await expect(answer(page)).toContainText(`${dollars(perDozen(here))} per dozen`);
  await expect(answer(page)).toContainText('in the Southcentral region');
  await expect(regions(page)).toContainText('Southcentral (your region)');
  await inBothSchemes(page, 'eggs of a region', true, (state) => expectLegible(page, state));
  await expectAccessibleOnce(page, 'eggs of a region');
  await zip.fill('');

  await page.getByLabel('Prices per').selectOption('egg');
  await page.getByLabel('Charts in').selectOption('percent');
  await expect(page).toHaveURL(/\?unit=egg&show=percent&order=rise$/);
  await page.reload();
  await expect(answer(page)).toContainText(`${dollars(perDozen(most) / 12)} per egg`);
  await expect(answer(page).locator('svg[data-chart]')).toContainText('%');
  await expect(items(page).first()).toContainText(`(+${greatestRise.toFixed(1)}%)`);

  // One-line headers are aligned, whether they are sortable or not.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByLabel('Show', { exact: true }).selectOption('all');
  const middles = await page
    .locator('table[aria-rowcount]')
    .getByRole('columnheader', { name: /Quality|Past Year/ })
    .evaluateAll((heads) =>
      heads.map((head) => {
        const words = document.createRange();
        words.selectNodeContents(head.querySelector('button')?.firstChild ?? head);
        const { top, height } = words.getBoundingClientRect();
        return Math.round(top + height / 2);
      }),
    );
  expect(middles).toHaveLength(2);
  expect(Math.abs((middles[0] ?? 0) - (middles[1] ?? 0))).toBeLessThanOrEqual(1);
});

test('what a visitor asks about beef: a cut in every region, on the map, per kg, over the year', async ({ page }) => {
  const beef = await reportOf(page, 'beef');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(BEEF_PAGE);
  await expect(answer(page).locator('svg[data-chart]')).toBeVisible();
  await expectAnswerInView(page);
  const first = items(page).first();
  await first.getByRole('button', { name: /^\d+ regions? for / }).click();
  expect(await first.getByRole('listitem').count()).toBeGreaterThan(3);

  // A click on the map filters the page, and a second one removes the filter.
  const region = page.getByLabel('Region', { exact: true });
  const midwest = page.locator('path[data-region="Midwest"]');
  await midwest.click();
  await expect(page).toHaveURL(/region=Midwest/);
  await expect(region).toHaveValue('Midwest');
  await expect(regions(page).getByRole('button', { name: 'Midwest' })).toHaveAttribute('aria-pressed', 'true');
  await midwest.click();
  await expect(region).toHaveValue('');
  await expect(page).not.toHaveURL(/region=/);

  const ribeye = mostStores(beef.filter((row) => isNational(row) && /ribeye/i.test(row.type)));
  await page.getByLabel('Filter by Beef Cut').selectOption('ribeye');
  await page.getByLabel('Prices per').selectOption('kg');
  await expect(answer(page)).toContainText(`${dollars((ribeye.price_avg ?? 0) * 2.204_622_62)} per kg`);
  await page.getByLabel('Filter by Beef Cut').selectOption('');

  await page.getByLabel('Show', { exact: true }).selectOption('small');
  const charts = page.getByRole('group', { name: 'Small charts' }).getByRole('button');
  await expect(charts.first()).toContainText(/[+−]\d+% (over the year|since its first week)/);
  await expectAccessibleOnce(page, 'small charts');
  await charts.first().click();
  await expect(page.getByRole('slider', { name: 'Week in the chart' })).toBeVisible();
});
