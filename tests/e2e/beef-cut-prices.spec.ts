import type { Locator } from '@playwright/test';
import { downloadOf } from '../support/download.ts';
import { aReport, answerPrices, aRow, aSeries, CHUCK_ROAST, rejectOnce, rowsOf } from '../support/prices.ts';
import { expect, test } from '../support/test.ts';

const BEEF = '/projects/beef-cut-prices';
const REPORT = '**/api/weekly-beef-report';

const COLUMNS = [
  'Report Date',
  'Beef Cut',
  'Section',
  'Price Range',
  'Region',
  'Store Count',
  'Quality',
  'Weekly Change',
  'Past Year',
];

/** How red the box's fill is: the excess of red over green and blue. */
const rednessOf = (box: Locator) =>
  box.evaluate((element) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d')!;
    context.fillStyle = getComputedStyle(element).backgroundColor;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return (red - Math.max(green, blue)) / 255;
  });

const ROWS = [
  aRow({ price_change: 0.3, price_change_percent: 4 }),
  aRow({
    type: 'Eye of Round Roast',
    section: 'Round',
    price_change: -0.38,
    price_change_percent: -5.54,
    quality_grade: 'Choice',
  }),
  aRow({ type: 'Ribeye Steak, Bone-In', section: 'Rib', price_change: 0, price_change_percent: 0, quality_grade: 'Prime' }),
  aRow({ type: 'Filet Mignon', section: 'Loin', price_min: 9, price_max: 9, price_avg: 9.5, quality_grade: 'Select' }),
  aRow({ type: 'Tenderloin', section: 'Loin', price_avg: null, price_min: null, price_max: null, store_count: null }),
  aRow({ type: 'Skirt Steak', section: null, region: 'Midwest', quality_grade: 'No Roll' }),
];

test('shows the report that the API read from the sample source, and says that it is a sample', async ({ page, request }) => {
  const report = (await (await request.get('/api/weekly-beef-report')).json()) as { currentWeekData: unknown[] };
  const asked: string[] = [];
  page.on('request', (sent) => asked.push(new URL(sent.url()).pathname));
  await page.goto(`${BEEF}?rows=all`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('BEEF CUT PRICES');
  await expect(page.getByText('updated weekly from the USDA Market News API')).toBeVisible();
  const status = page.getByRole('region', { name: 'API status' });
  await expect(status).toContainText('API Connected');
  await expect(status).toContainText('Successfully loaded weekly beef report');
  await expect(status).toContainText(`${report.currentWeekData.length} records`);
  await expect(status).toContainText('Sample data');
  await expect(page.getByText('Live Data')).toHaveCount(0);
  await expect(page.locator('table[aria-rowcount]').getByRole('columnheader')).toHaveText(COLUMNS, { useInnerText: true });
  await expect(page.locator('table[aria-rowcount]')).toHaveAttribute('aria-rowcount', String(report.currentWeekData.length + 1));
  expect(asked.filter((path) => path === '/api/weekly-beef-report')).toHaveLength(1);
  expect(asked).not.toContain('/api/usda-reports');
});

test('is a draft: kept from search engines and from the public lists', async ({ page }) => {
  await page.goto(`${BEEF}?rows=all`);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await page.goto('/projects');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('a[href="/projects/beef-cut-prices"]')).toHaveCount(0);
});

test('the information panel, the note and the about block say what the figures are', async ({ page }) => {
  await answerPrices(
    page,
    'beef',
    aReport([aRow({ report_date: '2026-09-14' }), aRow({ report_date: '2026-09-07' })], { droppedRows: 3 }),
  );
  await page.goto(`${BEEF}?rows=all`);
  await expect(page.getByText('national weekly beef feature activity from Washington, DC')).toBeVisible();
  const panel = page.getByRole('region', { name: 'Report Information' });
  await expect(panel).toContainText('Weekly Retail Beef Feature Activity');
  await expect(panel.getByRole('definition')).toHaveText(['Sep 14, 2026', '2', '13,190', '3']);
  await expect(panel).toContainText('What grocery stores across the country advertised');
  await expect(panel).toContainText('Advertised feature prices, not shelf prices');
  const about = page.getByRole('region', { name: 'About This Report' });
  await expect(about).toContainText('feature activity from a single report date');
  await expect(about).toContainText('slug 3228');
  await page.getByText('What the columns mean').click();
  await expect(page.getByText('exactly one week earlier. “No data” where')).toBeVisible();
});

test('only a fresh response is live; an older one shows its age', async ({ page }) => {
  await answerPrices(page, 'beef', aReport(ROWS));
  await page.goto(`${BEEF}?rows=all`);
  const status = page.getByRole('region', { name: 'API status' });
  await expect(status).toContainText('Live Data');
  await page.unrouteAll();
  await answerPrices(page, 'beef', aReport(ROWS, { stale: true }));
  await page.reload();
  await expect(status).toContainText('Saved copy from Sep 18, 2026, 4:05 PM');
  await expect(page.getByText('Live Data')).toHaveCount(0);
});

test('price, change and quality are shown as specified, with meaningful colors', async ({ page }) => {
  await answerPrices(page, 'beef', aReport(ROWS));
  await page.goto(`${BEEF}?rows=all`);
  const cell = (row: number, column: string) => rowsOf(page).nth(row).locator(`[data-label="${column}"]`);
  await expect(rowsOf(page).first().getByRole('rowheader')).toHaveText('Chuck Roast, BonelessFresh, Regular, Conventional');
  await expect(cell(0, 'Price Range')).toHaveText('$5.99 - $9.74 per lb');
  await expect(cell(3, 'Price Range')).toHaveText('$9.50 per lb');
  await expect(cell(4, 'Price Range')).toHaveText('-');
  await expect(cell(4, 'Store Count')).toHaveText('-');
  await expect(cell(5, 'Section')).toHaveText('-');
  const change = (row: number) => cell(row, 'Weekly Change');
  await expect(change(0)).toHaveText('+$0.30 per lb+4.0%');
  await expect(change(0).getByRole('img', { name: 'Up' })).toBeVisible();
  await expect(change(1)).toHaveText('$0.38 per lb-5.5%');
  await expect(change(1).getByRole('img', { name: 'Down' })).toBeVisible();
  await expect(change(2)).toHaveText('$0.00 per lb0.0%');
  await expect(change(2).getByRole('img', { name: 'Unchanged' })).toBeVisible();
  await expect(change(3)).toHaveText('No data');
  // Red means more expensive, green cheaper; the tokens' two colors in the light scheme.
  await expect(change(0).locator('[data-direction]')).toHaveCSS('color', 'rgb(179, 21, 31)');
  await expect(change(1).locator('[data-direction]')).toHaveCSS('color', 'rgb(20, 105, 47)');
  await expect(cell(0, 'Quality')).toHaveText('-');
  for (const [row, grade, tint] of [
    [1, 'Choice', 'green'],
    [2, 'Prime', 'purple'],
    [3, 'Select', 'yellow'],
    [5, 'No Roll', 'gray'],
  ] as const) {
    await expect(cell(row, 'Quality').getByText(grade)).toHaveAttribute('data-tint', tint);
  }
});

test('the cut filter offers 29 cuts and “all”, matches any word, and Exact matches the full name', async ({ page }) => {
  await answerPrices(page, 'beef', aReport(ROWS));
  await page.goto(`${BEEF}?rows=all`);
  const cut = page.getByLabel('Filter by Beef Cut');
  await expect(cut.locator('option')).toHaveCount(30);
  await expect(cut.locator('option').first()).toHaveText('All Cuts');
  await expect(cut.locator('optgroup')).toHaveCount(10);
  expect(await page.getByRole('main').textContent()).not.toMatch(/\b30 (?:beef )?cuts/i);
  await cut.selectOption('chuck eye');
  await expect(page.getByText('Filtering for: Chuck Eye')).toBeVisible();
  // Chuck in one section, eye in another type, and the eye of ribeye.
  await expect(page.getByText('broad match: 3 rows')).toBeVisible();
  await page.getByRole('switch', { name: 'Exact' }).check();
  await expect(page.getByText('exact match: 0 rows')).toBeVisible();
  await expect(page.getByText('No rows for this choice')).toBeVisible();
  await cut.selectOption('tenderloin');
  // The alternate name, filet mignon, matches too.
  await expect(page.getByText('exact match: 2 rows')).toBeVisible();
  await page.reload();
  await expect(page.getByText('exact match: 2 rows')).toBeVisible();
  await expect(cut).toHaveValue('tenderloin');
});

test('a region filters the rows, says how many national rows it hides, and stays in the address', async ({ page }) => {
  await answerPrices(page, 'beef', aReport(ROWS));
  await page.goto(`${BEEF}?rows=all&cut=skirt`);
  await page.getByPlaceholder('Enter your 5-digit ZIP code').fill('53703');
  await expect(page.getByText('Showing results for: Midwest Region')).toBeVisible();
  await page.getByLabel('Filter by Beef Cut').selectOption('');
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(page.getByRole('status').filter({ hasText: '1 of 6 rows shown' })).toBeVisible();
  await expect(page.getByText('5 NATIONAL rows are hidden by the region filter.')).toBeVisible();
  await expect(page).toHaveURL(/\?zip=53703&rows=all$/);
  await page.reload();
  await expect(rowsOf(page)).toHaveCount(1);
});

for (const [name, fulfil, message] of [
  ['a failure of the server', { status: 500, json: { error: 'broken', details: 'disk full' } }, 'broken - disk full'],
  [
    'a missing key',
    { status: 503, json: { error: 'No USDA key', details: 'set USDA_API_KEY', apiKeyConfigured: false } },
    'No USDA key - set USDA_API_KEY (API key not configured)',
  ],
  ['a refusal without words', { status: 504, json: {} }, 'Failed to fetch report: 504'],
  ['an error page of HTML', { status: 502, contentType: 'text/html', body: '<p>proxy</p>' }, 'Failed to fetch report: 502'],
  ['a page of HTML', { status: 200, contentType: 'text/html', body: '<p>proxy</p>' }, 'is not valid JSON'],
] as const) {
  test(`${name} shows the failed card, the message and the details, and Retry asks once more`, async ({
    page,
    expectedConsole,
  }) => {
    expectedConsole.push(/Failed to load resource/);
    let asked = 0;
    await page.route(REPORT, (route) => {
      asked += 1;
      return asked === 1 ? route.fulfill(fulfil) : route.fulfill({ json: aReport(ROWS) });
    });
    await page.goto(`${BEEF}?rows=all`);
    const status = page.getByRole('region', { name: 'API status' });
    await expect(status).toContainText('API Connection Failed');
    await expect(status).toContainText('Unable to load weekly beef report');
    const failed = page.getByRole('alert');
    await expect(failed.getByRole('heading', { name: 'Error loading report:' })).toBeVisible();
    await expect(failed.locator('p').first()).toContainText(message);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const box of [status, failed]) expect(await rednessOf(box), colorScheme).toBeGreaterThan(0.05);
    }
    await page.emulateMedia({ colorScheme: null });
    await failed.getByText('Technical details').click();
    for (const part of ['Endpoint', 'Message', 'Time', 'Possible causes', 'Debug steps']) {
      await expect(failed.getByText(part, { exact: true })).toBeVisible();
    }
    await expect(failed).toContainText('GET /api/weekly-beef-report');
    await expect(failed.getByRole('listitem')).toContainText([
      'API key is missing in production',
      'rate limit was reached, or its service is unavailable',
      'network problem',
      'Report slug 3228 is unavailable',
      'Press Retry',
      'Open the list of USDA reports',
      'server’s log',
    ]);
    expect(asked).toBe(1);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(status).toContainText('API Connected');
    expect(asked).toBe(2);
  });
}

test('a dropped connection is reported, and the filters stay usable', async ({ page, expectedConsole }) => {
  expectedConsole.push(/Failed to load resource/);
  await page.route(REPORT, (route) => route.abort());
  await page.goto(`${BEEF}?rows=all`);
  await expect(page.getByRole('alert')).toContainText('No response. Check the connection, then try again.');
  await expect(page.getByLabel('Filter by Beef Cut')).toBeEnabled();
});

for (const reason of ['no error', 'an error without words'] as const) {
  test(`a request that fails with ${reason} reads "Failed to fetch report data"`, async ({ page }) => {
    await rejectOnce(page, '/api/weekly-beef-report', reason);
    await page.goto(`${BEEF}?rows=all`);
    await expect(page.getByRole('alert').locator('p').first()).toHaveText('Failed to fetch report data');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(rowsOf(page).first()).toBeVisible();
  });
}

test('says that it is loading, and that a report is empty', async ({ page }) => {
  let answer: () => void = () => {};
  const told = new Promise<void>((done) => {
    answer = done;
  });
  await page.route(REPORT, async (route) => {
    await told;
    await route.fulfill({ json: aReport([]) });
  });
  await page.goto(`${BEEF}?rows=all`);
  await expect(page.getByText('Connecting to USDA API...')).toBeVisible();
  await expect(page.getByText('Loading beef cut prices...')).toBeVisible();
  answer();
  await expect(page.getByText('No feature activities found')).toBeVisible();
  await expect(page.getByText('No retail beef feature activities available for this period')).toBeVisible();
});

test('sorting by change puts rows without one last, in both directions', async ({ page }) => {
  await answerPrices(page, 'beef', aReport(ROWS));
  await page.goto(`${BEEF}?rows=all`);
  const sort = page.getByRole('columnheader', { name: 'Weekly Change' }).getByRole('button');
  const names = () => rowsOf(page).getByRole('rowheader').allTextContents();
  await sort.click();
  await expect.poll(async () => (await names())[0]).toContain('Eye of Round');
  await sort.click();
  await expect.poll(async () => (await names())[0]).toContain('Chuck Roast');
  expect((await names())[3]).toMatch(/Filet Mignon|Tenderloin|Skirt/);
});

test('the CSV contains the rows shown with source and address', async ({ page }) => {
  await answerPrices(page, 'beef', aReport(ROWS));
  await page.goto(`${BEEF}?rows=all&region=Midwest`);
  await expect(rowsOf(page)).toHaveCount(1);
  const { name, text } = await downloadOf(page, page.getByRole('button', { name: 'Download CSV' }));
  expect(name).toBe('beef-prices.csv');
  const lines = text.trim().split('\r\n');
  expect(lines.slice(0, 3)).toEqual([
    '# Source: USDA AMS Market News, report 3228',
    '# Advertised feature prices, not shelf prices; US dollars per price_unit',
    '# Copy of: 2026-09-18T14:05:00.000Z',
  ]);
  expect(lines[3]).toMatch(/^# Address: http.*\?rows=all&region=Midwest$/);
  expect(lines.slice(5)).toEqual([
    '2026-09-14,Midwest,Beef,,Skirt Steak,Fresh,Regular,Conventional,No Roll,Per lb,5.99,9.74,7.82,6595,,',
  ]);
});

test('the table’s header stays in view', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${BEEF}?rows=all`);
  await expect(rowsOf(page).first()).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 4_000));
  const head = page.getByRole('columnheader', { name: 'Price Range' });
  await expect.poll(async () => (await head.boundingBox())?.y).toBe(0);
});

test('on a phone the rows become cards, with and without a chart, and nothing scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await answerPrices(page, 'beef', aReport(ROWS), () => [aSeries({ '2026-08-31': 7, '2026-09-14': 7.82 })]);
  await page.goto(`${BEEF}?rows=all&item=${encodeURIComponent(CHUCK_ROAST)}`);
  await expect(page.getByRole('slider')).toBeVisible();
  await expect(rowsOf(page).first()).toHaveCSS('display', 'grid');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
