import type { Page } from '@playwright/test';
import type { PriceHistory, PriceSeries, WeeklyReport } from '@site/contracts';
import { aCutOfBeef, aWeeklyReport } from '../../apps/market-prices/src/prices/price-record.factory.ts';
import { expect } from './test.ts';

/** A row in the real format: one cut of beef, nationwide, unless told otherwise. */
export const aRow = aCutOfBeef;

export const aReport = aWeeklyReport;

/** The key of `aRow()`, written out: a shared address must keep its meaning. */
export const CHUCK_ROAST = 'beef|chuck|chuck roast, boneless|fresh|regular|conventional||per lb';

export function aSeries(prices: Record<string, number>, fields: Partial<PriceSeries> = {}): PriceSeries {
  const { report_date: _, price_change: __, price_change_percent: ___, ...row } = aRow();
  return {
    item: CHUCK_ROAST,
    region: row.region,
    commodity: 'beef',
    section: row.section,
    type: row.type,
    condition: row.condition,
    package_size: row.package_size,
    environment: row.environment,
    quality_grade: row.quality_grade,
    price_unit: row.price_unit,
    points: Object.entries(prices).map(([date, price_avg], index) => ({
      date,
      price_avg,
      price_min: price_avg - 1,
      price_max: price_avg + 1,
      store_count: 100 + index,
    })),
    ...fields,
  };
}

const aHistory = (series: readonly PriceSeries[]): PriceHistory => ({
  source: 'live',
  attribution: 'USDA AMS Market News',
  licence: 'Public domain',
  series: [...series],
});

/** Stubs the responses for the weekly report and for the history of every region. */
export async function answerPrices(
  page: Page,
  kind: 'beef' | 'egg',
  report: WeeklyReport,
  seriesOf: (region: string) => readonly PriceSeries[] = () => [],
): Promise<void> {
  await page.route(`**/api/weekly-${kind}-report`, (route) => route.fulfill({ json: report }));
  await page.route('**/api/price-history?*', (route) => {
    const region = new URL(route.request().url()).searchParams.get('region') ?? 'NATIONAL';
    return route.fulfill({ json: aHistory(seriesOf(region)) });
  });
}

/** The table's rows, without placeholders for others. */
export const rowsOf = (page: Page) => page.locator('tbody tr[aria-rowindex]');

/**
 * Returns a function that waits until the network is idle and returns the compressed kilobytes of the price pages' scripts that
 * were fetched. Call it before the page is opened.
 */
export function weighScripts(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (!/^\/r\/market-prices\/.*\.js$/.test(new URL(request.url()).pathname)) return;
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  return async () => {
    await page.waitForLoadState('networkidle');
    const bytes = await Promise.all(sizes);
    return bytes.reduce((sum, size) => sum + size, 0) / 1000;
  };
}

/** Expects no more kilobytes of scripts than a price page, including its chart, may add to the shell's. */
export function expectLight(kilobytes: number): void {
  expect(kilobytes).toBeGreaterThan(1);
  expect(kilobytes).toBeLessThanOrEqual(60);
}
