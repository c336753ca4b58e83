import { PUBLISHED_WEEKS } from '../../apps/api/src/usda/sample/published-figures.ts';
import { sampleRows } from '../../apps/api/src/usda/sample/sample-rows.ts';
import { mapPriceRows } from '../../apps/api/src/usda/usda.mapper.ts';
import { downloadOf } from '../support/download.ts';
import { aReport, answerPrices, aRow, aSeries, rowsOf } from '../support/prices.ts';
import { startSite } from '../support/site.ts';
import { expect, test } from '../support/test.ts';

const EGGS = '/projects/egg-prices';
const REPORT = '**/api/weekly-egg-report';

const EGG = { commodity: 'Egg', section: 'Shell Egg', type: 'Large White', price_unit: 'Per Carton', package_size: '18' };
const CARTON = aRow({ ...EGG, price_min: 3, price_max: 6, price_avg: 4.5 });
const LARGE_WHITE = 'egg|shell egg|large white|fresh|18|conventional||per carton';

test('the page shows the report that the API read from the sample source, and says that it is a sample', async ({
  page,
  request,
}) => {
  const report = (await (await request.get('/api/weekly-egg-report')).json()) as { source: string; currentWeekData: unknown[] };
  expect(report.source).toBe('sample');
  await page.goto(`${EGGS}?rows=all`);
  await expect(page.getByText('Weekly Retail Egg Feature Activity')).toBeVisible();
  await expect(page.getByText('Sample data')).toBeVisible();
  await expect(page.getByText('Live Data')).toHaveCount(0);
  await expect(page.getByText('Prices are per dozen.')).toBeVisible();
  await expect(page.getByText('Advertised feature prices, not shelf prices')).toBeVisible();
  await expect(page.locator('table[aria-rowcount]').getByRole('columnheader')).toHaveText(
    ['Report Date', 'Egg Type', 'Section', 'Price Range', 'Region', 'Store Count', 'Quality', 'Past Year'],
    { useInnerText: true },
  );
  // One-line headers are aligned, whether they are sortable or not.
  const heights = await page
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
  expect(heights).toHaveLength(2);
  expect(Math.abs((heights[0] ?? 0) - (heights[1] ?? 0))).toBeLessThanOrEqual(1);
  await expect(page.locator('table[aria-rowcount]')).toHaveAttribute('aria-rowcount', String(report.currentWeekData.length + 1));
  await expect(page.getByText(`${report.currentWeekData.length} of ${report.currentWeekData.length} rows shown`)).toBeVisible();
  await expect(page.locator('meta[name=robots]')).toHaveCount(0);
});

test('the API’s national rows of the sample week add up to the published total on the page', async ({ page }) => {
  await page.goto(`${EGGS}?rows=all`);
  const panel = page.getByRole('region', { name: 'Report Information' });
  await expect(panel).toContainText('Activity index18,314');
  await expect(panel).toContainText('14,334 the week before');
});

test('the three published national weeks, parsed by the API, are on the page with their control totals', async ({ page }) => {
  // One day wider than the three Saturdays on which these weeks start.
  const { records } = mapPriceRows(sampleRows(2757, '2025-09-12', '2026-09-13') ?? []);
  const national = records.filter(({ region }) => region === 'NATIONAL');
  const series = PUBLISHED_WEEKS.slice(1).map((week) => ({
    ...aSeries({}, { ...EGG, item: week }),
    points: national
      .filter(({ report_date }) => report_date === week)
      .map(({ price_avg, price_min, price_max, store_count }) => ({ date: week, price_avg, price_min, price_max, store_count })),
  }));
  await answerPrices(page, 'egg', aReport(records.filter(({ report_date }) => report_date === PUBLISHED_WEEKS[0])), () => series);
  await page.goto(`${EGGS}?rows=all`);
  const panel = page.getByRole('region', { name: 'Report Information' });
  await expect(panel).toContainText('Activity index18,31414,334 the week before, 8,615 a year before');
});

test('several items in the address are charted in order, and survive a reload', async ({ page }) => {
  const types = ['Large White', 'Large Brown', 'Medium White'];
  const keyOf = (type: string) => LARGE_WHITE.replace('large white', type.toLowerCase());
  await answerPrices(page, 'egg', aReport([CARTON, ...types.slice(1).map((type) => aRow({ ...EGG, type }))]), () =>
    types.map((type, index) => aSeries({ '2026-09-14': 3 + index * 1.5 }, { ...EGG, type, item: keyOf(type), commodity: 'egg' })),
  );
  const items = types.toReversed().map((type) => `item=${encodeURIComponent(keyOf(type))}`);
  await page.goto(`${EGGS}?rows=all&type=large&${items.slice(0, 2).join('&')}`);
  const lines = page.getByRole('region', { name: 'Price history' }).getByRole('listitem');
  await expect(lines).toHaveText([/^AMedium White, .*\$4\.00 in/, /^BLarge Brown, .*\$3\.00 in/, /mean of positive prices/]);
  await page.getByRole('button', { name: /^Chart: Large White/ }).click();
  const three = [/^AMedium White, .*\$4\.00 in/, /^BLarge Brown, .*\$3\.00 in/, /^CLarge White, .*\$2\.00 in/, /mean/];
  await expect(lines).toHaveText(three);
  await expect.poll(() => new URL(page.url()).searchParams.getAll('item')).toEqual(types.toReversed().map(keyOf));
  await page.reload();
  await expect(lines).toHaveText(three);
  await expect(page.getByLabel('Filter by Egg Type')).toHaveValue('large');
  expect(new URL(page.url()).searchParams.getAll('item')).toEqual(types.toReversed().map(keyOf));
});

test('a ZIP code selects its region at exactly five digits', async ({ page }) => {
  await page.goto(`${EGGS}?rows=all`);
  const zip = page.getByPlaceholder('Enter your 5-digit ZIP code');
  await expect(zip).toHaveAttribute('maxlength', '5');
  await expect(rowsOf(page).first()).toBeVisible();
  await zip.fill('4000');
  await expect(page.getByText('Showing results for')).toHaveCount(0);
  for (const [code, region] of [
    ['10001', 'Northeast'],
    ['30301', 'Southeast'],
    ['53703', 'Midwest'],
    ['75201', 'Southcentral'],
    ['98101', 'Northwest'],
  ] as const) {
    await zip.fill(code);
    await expect(page.getByText(`Showing results for: ${region} Region`)).toBeVisible();
    const cells = await rowsOf(page).evaluateAll((rows) => rows.map((row) => row.textContent ?? ''));
    expect(cells.length).toBeGreaterThan(0);
    expect(cells.every((text) => text.includes(region))).toBe(true);
  }
  await expect(page.getByText(/NATIONAL rows are hidden/)).toBeVisible();
  await zip.fill('');
  await expect(page.getByText('Showing results for')).toHaveCount(0);
});

test('a ZIP code without a region shows an error in red, and one that starts with 0 gets the reason', async ({ page }) => {
  await page.goto(`${EGGS}?rows=all`);
  const zip = page.getByPlaceholder('Enter your 5-digit ZIP code');
  await zip.fill('02139');
  await expect(page.getByText('Invalid ZIP code. Please enter a valid 5-digit ZIP code.')).toBeVisible();
  await expect(page.getByText('ZIP codes starting with 0 are not in this table; pick a region instead')).toBeVisible();
  await page.getByLabel('Region').selectOption('Hawaii');
  await expect(page.getByText('Showing results for: Hawaii Region')).toBeVisible();
});

test('a Californian ZIP code shows Northwest, with a one-tap switch to the Southwest', async ({ page }) => {
  await page.goto(`${EGGS}?rows=all`);
  await page.getByPlaceholder('Enter your 5-digit ZIP code').fill('94103');
  await expect(page.getByText('Showing results for: Northwest Region')).toBeVisible();
  await expect(page.getByText('USDA lists this state under Southwest')).toBeVisible();
  await page.getByRole('button', { name: 'Show Southwest' }).click();
  await expect(page.getByText('Showing results for: Southwest Region')).toBeVisible();
});

test('the egg type filter offers ten choices and combines with the region', async ({ page }) => {
  await page.goto(`${EGGS}?rows=all`);
  await expect(rowsOf(page).first()).toBeVisible();
  const type = page.getByLabel('Filter by Egg Type');
  await expect(type.locator('option')).toHaveCount(10);
  await expect(type.locator('option').first()).toHaveText('All Egg Types');
  await type.selectOption({ label: 'Cage Free Eggs' });
  const count = async () => Number(await page.locator('table[aria-rowcount]').getAttribute('aria-rowcount')) - 1;
  const cageFree = await count();
  expect(cageFree).toBeGreaterThan(0);
  await page.getByLabel('Region').selectOption('Midwest');
  await expect.poll(count).toBeLessThan(cageFree);
  await page.reload();
  await expect(type).toHaveValue(/cage/);
});

for (const [name, fulfil, message] of [
  ['a failure of the server', { status: 500, json: { error: 'broken', details: 'disk full' } }, 'Failed to fetch report: 500'],
  ['a missing key', { status: 503, json: { error: 'no key', apiKeyConfigured: false } }, 'Failed to fetch report: 503'],
  ['a page of HTML', { status: 200, contentType: 'text/html', body: '<p>proxy</p>' }, 'Failed to fetch report data'],
] as const) {
  test(`${name} shows its message, and Retry asks once more`, async ({ page, expectedConsole }) => {
    expectedConsole.push(/Failed to load resource/);
    let asked = 0;
    await page.route(REPORT, (route) => {
      asked += 1;
      return asked === 1 ? route.fulfill(fulfil) : route.continue();
    });
    await page.goto(`${EGGS}?rows=all`);
    await expect(page.getByText('Error loading report:')).toBeVisible();
    await expect(page.getByRole('alert').locator('p').first()).toHaveText(message);
    expect(asked).toBe(1);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Weekly Retail Egg Feature Activity')).toBeVisible();
    expect(asked).toBe(2);
  });
}

test('a dropped connection is reported, and the filters stay usable', async ({ page, expectedConsole }) => {
  expectedConsole.push(/Failed to load resource/, /ERR_FAILED/);
  await page.route(REPORT, (route) => route.abort());
  await page.goto(`${EGGS}?rows=all`);
  await expect(page.getByRole('alert').locator('p').first()).toHaveText('Failed to fetch report data');
  await expect(page.getByPlaceholder('Enter your 5-digit ZIP code')).toBeEnabled();
});

test('says that it is loading, and that a report is empty', async ({ page }) => {
  let answer: () => void = () => {};
  const told = new Promise<void>((done) => {
    answer = done;
  });
  await page.route(REPORT, async (route) => {
    await told;
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), currentWeekData: [] } });
  });
  await page.goto(`${EGGS}?rows=all`);
  await expect(page.getByText('Loading egg prices...')).toBeVisible();
  answer();
  await expect(page.getByText('No feature activities found')).toBeVisible();
});

test('without a key and with the live source, the page shows the specified failure and the API the reason', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/);
  const live = await startSite({ env: { USDA_SOURCE: 'live' } });
  const response = await fetch(`${live.url}/api/weekly-egg-report`);
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({
    error: expect.any(String),
    details: expect.any(String),
    apiKeyConfigured: false,
  });
  await page.goto(`${live.url}${EGGS}?rows=all`);
  await expect(page.getByRole('alert').locator('p').first()).toHaveText('Failed to fetch report: 503');
  await page.close();
  await live.close();
});

test('only a fresh response is live; an older one shows its age', async ({ page }) => {
  await answerPrices(page, 'egg', aReport([CARTON]));
  await page.goto(`${EGGS}?rows=all`);
  await expect(page.getByText('Live Data')).toBeVisible();
  await page.unrouteAll();
  await answerPrices(page, 'egg', aReport([CARTON], { stale: true }));
  await page.reload();
  await expect(page.getByText('Saved copy from Sep 18, 2026, 4:05 PM')).toBeVisible();
  await expect(page.getByText('Live Data')).toHaveCount(0);
});

test('prices are per dozen with the carton beneath, in the row, the chart and the regions', async ({ page }) => {
  const liquid = aRow({ ...EGG, type: 'Liquid Egg', package_size: '16 oz', price_min: null, price_max: null, price_avg: 3.49 });
  await answerPrices(page, 'egg', aReport([CARTON, liquid]), () => [
    aSeries({ '2026-09-07': 6, '2026-09-14': 4.5 }, { ...EGG, item: LARGE_WHITE, commodity: 'egg' }),
  ]);
  await page.goto(`${EGGS}?rows=all`);
  const price = (row: number) => rowsOf(page).nth(row).locator('[data-label="Price Range"]');
  await expect(price(0)).toHaveText('$2.00 - $4.00 per dozen$3.00 - $6.00 per carton of 18');
  await expect(price(1)).toHaveText('$3.49 per carton, 16 oz');
  await page.getByRole('button', { name: /^Chart: Large White/ }).click();
  const panel = page.getByRole('region', { name: 'Price history' });
  await expect(panel).toContainText('US dollars per dozen, NATIONAL');
  await expect(panel).toContainText('$3.00 in 101 stores');
  await page.getByRole('slider').press('ArrowLeft');
  await expect(panel).toContainText('$4.00 in 100 stores');
  await expect(page.getByRole('table', { name: /^This week by region/ })).toContainText('$2.00 - $4.00');
});

test('an item that is not counted in eggs is charted in its own unit and left out of the mean', async ({ page }) => {
  const LIQUID = { ...EGG, type: 'Liquid Egg', section: 'Egg Products', package_size: '16 oz' };
  const item = 'egg|egg products|liquid egg|fresh|16 oz|conventional||per carton';
  await answerPrices(page, 'egg', aReport([CARTON, aRow(LIQUID)]), () => [
    aSeries({ '2026-09-14': 4.5 }, { ...EGG, item: LARGE_WHITE, commodity: 'egg' }),
    aSeries({ '2026-09-14': 3.49 }, { ...LIQUID, item, commodity: 'egg' }),
  ]);
  await page.goto(`${EGGS}?rows=all&item=${encodeURIComponent(item)}`);
  const panel = page.getByRole('region', { name: 'Price history' });
  await expect(panel).toContainText('Liquid Egg, 16 oz, Conventional, Fresh (per carton, 16 oz)$3.49 in 100 stores');
  await expect(panel).toContainText('every item once$3.00');
});

test('a failure opens its technical details', async ({ page, expectedConsole }) => {
  expectedConsole.push(/Failed to load resource/);
  await page.route(REPORT, (route) => route.fulfill({ status: 500, json: { error: 'broken' } }));
  await page.goto(`${EGGS}?rows=all`);
  const failed = page.getByRole('alert');
  await failed.getByText('Technical details').click();
  await expect(failed).toContainText('GET /api/weekly-egg-report');
  await expect(failed).toContainText('Report slug 2757 is unavailable');
  for (const part of ['Endpoint', 'Message', 'Time', 'Possible causes', 'Debug steps']) {
    await expect(failed.getByText(part, { exact: true })).toBeVisible();
  }
});

test('the CSV contains the rows shown with source and address', async ({ page }) => {
  await answerPrices(page, 'egg', aReport([CARTON, aRow({ ...EGG, type: 'Large Brown' })]));
  await page.goto(`${EGGS}?type=brown&rows=all`);
  await expect(rowsOf(page)).toHaveCount(1);
  const { name, text } = await downloadOf(page, page.getByRole('button', { name: 'Download CSV' }));
  expect(name).toBe('egg-prices.csv');
  const lines = text.trim().split('\r\n');
  expect(lines[0]).toBe('# Source: USDA AMS Market News, report 2757');
  expect(lines[3]).toContain('?type=brown&rows=all');
  expect(lines.slice(5)).toEqual([
    '2026-09-14,NATIONAL,Egg,Shell Egg,Large Brown,Fresh,18,Conventional,,Per Carton,5.99,9.74,7.82,6595',
  ]);
});

test('on a phone the rows become cards and nothing scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${EGGS}?rows=all`);
  await expect(rowsOf(page).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
