import type { Page } from '@playwright/test';
import type { MarketReport } from '@site/contracts';
import { downloadOf } from '../support/download.ts';
import { textOfPages } from '../support/pdf-text.ts';
import { rejectOnce } from '../support/prices.ts';
import { expect, test } from '../support/test.ts';

const PAGE = '/projects/usda-reports';
const API = '**/api/usda-reports';
const KINDS = ['Beef', 'Pork', 'Chicken', 'Cheese', 'Wheat', 'Apple', 'Potato', 'Cotton'];

/** This many reports in the real format, cycling through eight categories. */
const reports = (count: number): MarketReport[] =>
  Array.from({ length: count }, (_, index) => ({
    report_id: String(1000 + index),
    report_title: `National ${KINDS[index % KINDS.length]} Summary ${index}`,
    slug_id: String(1000 + index),
    slug_name: `AMS_${1000 + index}`,
    commodity: KINDS[index % KINDS.length] ?? null,
    market: 'Des Moines, IA',
    report_desc: null,
    report_date: '2026-09-14',
    report_status: 'Final',
    discontinued: false,
  }));

const FETCHED = { 'X-Data-Source': 'live', 'X-Data-Fetched-At': '2026-11-20T09:00:00.000Z' };

function answer(page: Page, list: unknown, headers: Record<string, string> = FETCHED) {
  return page.route(API, (route) => route.fulfill({ json: list, headers }));
}

const rows = (page: Page) => page.locator('tbody tr[aria-rowindex]');

test('shows the API’s list, with its length, its columns and its source', async ({ page, request }) => {
  const list = (await (await request.get('/api/usda-reports')).json()) as MarketReport[];
  await page.goto(PAGE);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('USDA MARS API Reports');
  const status = page.getByRole('region', { name: 'API status' });
  await expect(status).toContainText('API Connected');
  await expect(status).toContainText(`${list.length} Total Reports`);
  await expect(status).toContainText('Sample data');
  await expect(page.getByText('Live Data')).toHaveCount(0);
  await expect(page.getByRole('columnheader')).toHaveText(['Report Title', 'Slug ID', 'Category', 'Commodity', 'Market'], {
    useInnerText: true,
  });
  await expect(rows(page)).toHaveCount(list.length);
  await expect(page.getByText(`${list.length} of ${list.length} reports shown`)).toBeVisible();
  await expect(page.getByText('Discontinued', { exact: true })).toHaveCount(list.filter((report) => report.discontinued).length);
  await expect(page.locator('meta[name=robots]')).toHaveCount(0);
});

test('the about box names the API key, basic auth and the reports endpoint of version 1.2', async ({ page }) => {
  await page.goto(PAGE);
  const about = page.getByRole('region', { name: 'About the USDA MARS API' });
  await expect(about).toContainText('with an API key via basic auth');
  await expect(about).toContainText('reports endpoint (version 1.2)');
  await expect(about).toContainText('https://marsapi.ams.usda.gov/services/v1.2/reports');
});

test('missing fields have their own texts', async ({ page }) => {
  const [first] = reports(1);
  await answer(page, [{ ...first, report_title: null, slug_id: null, commodity: null, market: null, discontinued: true }]);
  await page.goto(PAGE);
  await expect(rows(page).getByRole('rowheader')).toContainText('Untitled Report');
  await expect(rows(page).getByRole('rowheader')).toContainText('Discontinued');
  await expect(rows(page).getByRole('cell')).toHaveText(['N/A', 'Other', '-', '-']);
});

test('a report that names two categories belongs to the first in the specified order', async ({ page }) => {
  const [first] = reports(1);
  await answer(page, [{ ...first, report_title: 'Pork and Beef, Milk and Corn', commodity: null }]);
  await page.goto(PAGE);
  await expect(page.getByLabel('Category').locator('option')).toHaveText(['All Categories (1)', 'Beef (1)']);
});

test('the search covers title, slug and commodity, ignoring case; the category is exact and shows its count', async ({
  page,
}) => {
  await answer(page, reports(16));
  await page.goto(PAGE);
  const category = page.getByLabel('Category');
  await expect(category.locator('option')).toHaveText([
    'All Categories (16)',
    'Beef (2)',
    'Pork (2)',
    'Poultry (2)',
    'Dairy (2)',
    'Grains (2)',
    'Fruits (2)',
    'Vegetables (2)',
    'Other (2)',
  ]);
  await category.selectOption('Pork');
  await expect(rows(page)).toHaveCount(2);
  const search = page.getByLabel('Search reports');
  await expect(search).toHaveAttribute('placeholder', 'Title, slug ID or commodity');
  await search.fill('SUMMARY 9');
  await expect(rows(page).getByRole('rowheader')).toContainText(['National Pork Summary 9']);
  await expect(page.getByText('1 of 16 reports shown')).toBeVisible();
  await search.fill('1001');
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  await expect(search).toHaveValue('1001');
  await expect(category).toHaveValue('Pork');
  await search.fill('cotton');
  await expect(page.getByText('No reports found')).toBeVisible();
  await expect(page.getByText('Try adjusting your search criteria')).toBeVisible();
  await page.getByRole('button', { name: 'Show all reports' }).click();
  await expect(rows(page)).toHaveCount(16);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

for (const [name, list] of [
  ['an empty list', []],
  ['an answer that is no list', { results: [] }],
] as const) {
  test(`${name} reads "No reports found"`, async ({ page }) => {
    await answer(page, list);
    await page.goto(PAGE);
    await expect(page.getByText('No reports found')).toBeVisible();
    await expect(page.getByText('Try adjusting your search criteria')).toBeVisible();
    await expect(page.getByRole('region', { name: 'API status' })).toContainText('0 Total Reports');
  });
}

test('only a fresh response is live; an older one shows its age', async ({ page }) => {
  await answer(page, reports(3));
  await page.goto(PAGE);
  await expect(page.getByText('Live Data')).toBeVisible();
  await page.unroute(API);
  await answer(page, reports(3), { ...FETCHED, 'X-Data-Stale': 'true' });
  await page.reload();
  await expect(page.getByText('Saved copy from Nov 20, 2026, 10:00 AM')).toBeVisible();
  await expect(page.getByText('Live Data')).toHaveCount(0);
});

for (const [name, fulfil, words, message] of [
  [
    'a failure of the server',
    { status: 500, json: { error: 'broken', details: 'disk' } },
    '500: broken (disk)',
    '500: {"error":"broken","details":"disk"}',
  ],
  [
    'a missing key',
    { status: 503, json: { error: 'no key', apiKeyConfigured: false } },
    '503: no key',
    '503: {"error":"no key","apiKeyConfigured":false}',
  ],
  ['a page of HTML', { status: 200, contentType: 'text/html', body: '<p>proxy</p>' }, 'is not valid JSON', 'is not valid JSON'],
  [
    'an error page of HTML',
    { status: 502, contentType: 'text/html', body: '<p>proxy</p>' },
    '502: <p>proxy</p>',
    '502: <p>proxy</p>',
  ],
] as const) {
  test(`${name} shows what failed, and Retry requests it again`, async ({ page, expectedConsole }) => {
    expectedConsole.push(/Failed to load resource/);
    let asked = 0;
    await page.route(API, (route) => {
      asked += 1;
      return asked === 1 ? route.fulfill(fulfil) : route.continue();
    });
    await page.goto(PAGE);
    await expect(page.getByText('API Connection Failed')).toBeVisible();
    await expect(page.getByText('Unable to connect to USDA MARS API')).toBeVisible();
    const failed = page.getByRole('alert');
    await expect(failed.getByRole('heading', { name: 'Failed to load reports' })).toBeVisible();
    await expect(failed.locator('p').first()).toContainText(words);
    await failed.getByText('Technical details').click();
    await expect(failed).toContainText('GET /api/usda-reports');
    // Word for word as the server sent it.
    await expect(failed.getByRole('definition').nth(1)).toContainText(message);
    for (const part of ['Endpoint', 'Message', 'Time', 'Possible causes', 'Debug steps']) {
      await expect(failed.getByText(part, { exact: true })).toBeVisible();
    }
    expect(asked).toBe(1);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('API Connected')).toBeVisible();
    expect(asked).toBe(2);
  });
}

test('a dropped connection is reported', async ({ page, expectedConsole }) => {
  expectedConsole.push(/Failed to load resource/);
  let asked = 0;
  await page.route(API, (route) => {
    asked += 1;
    return asked === 1 ? route.abort() : route.continue();
  });
  await page.goto(PAGE);
  await expect(page.getByRole('region', { name: 'API status' })).toContainText('Unable to connect to USDA MARS API');
  await expect(page.getByRole('alert')).toContainText('Failed to fetch');
  expect(asked).toBe(1);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('API Connected')).toBeVisible();
  expect(asked).toBe(2);
});

for (const reason of ['no error', 'an error without words'] as const) {
  test(`a request that fails with ${reason} reads "Unknown error occurred"`, async ({ page }) => {
    await rejectOnce(page, '/api/usda-reports', reason);
    await page.goto(PAGE);
    await expect(page.getByText('API Connection Failed')).toBeVisible();
    const failed = page.getByRole('alert');
    await expect(failed.getByRole('heading', { name: 'Failed to load reports' })).toBeVisible();
    await expect(failed.locator('p').first()).toHaveText('Unknown error occurred');
    await failed.getByText('Technical details').click();
    await expect(failed.getByRole('definition').nth(1)).toHaveText('Unknown error occurred');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('API Connected')).toBeVisible();
  });
}

test('says that it is loading', async ({ page }) => {
  let answerNow: () => void = () => {};
  const told = new Promise<void>((done) => {
    answerNow = done;
  });
  await page.route(API, async (route) => {
    await told;
    await route.fulfill({ json: reports(2), headers: FETCHED });
  });
  await page.goto(PAGE);
  await expect(page.getByText('Connecting to USDA API...')).toBeVisible();
  await expect(page.getByText('Loading reports...')).toBeVisible();
  answerNow();
  await expect(rows(page)).toHaveCount(2);
});

test('a column header sorts ascending, descending and back, and announces it', async ({ page }) => {
  await answer(page, reports(30));
  await page.goto(PAGE);
  const head = page.getByRole('columnheader', { name: 'Commodity' });
  const first = rows(page).first().getByRole('rowheader');
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await expect(first).toContainText('Apple');
  await head.getByRole('button').press('Enter');
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect(first).toContainText('Wheat');
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'none');
  await expect(first).toContainText('National Beef Summary 0');
});

for (const count of [1_049, 10_000]) {
  test(`${count} reports are in one table of which only the rows in view are in the document`, async ({ page }) => {
    await answer(page, reports(count));
    await page.goto(PAGE);
    await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', String(count + 1));
    await expect(rows(page).first()).toHaveAttribute('aria-rowindex', '2');
    expect(await rows(page).count()).toBeLessThan(60);
    await page.keyboard.press('End');
    const last = page.locator(`tbody tr[aria-rowindex="${count + 1}"]`);
    // The page grows while rows are measured.
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await expect(last).toContainText(`Summary ${count - 1}`, { timeout: 1_000 });
    }).toPass();
    // Rows in the middle are rendered when scrolled to, not left blank.
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
      const isRow = () => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('tr[aria-rowindex]') != null;
      await expect.poll(() => page.evaluate(isRow), { timeout: 1_000 }).toBe(true);
    }).toPass();
  });
}

test('the CSV contains the rows shown, in their order, with the source', async ({ page }) => {
  await answer(page, reports(16));
  await page.goto(PAGE);
  await page.getByLabel('Category').selectOption('Dairy');
  await expect(rows(page)).toHaveCount(2);
  const { name, text } = await downloadOf(page, page.getByRole('button', { name: 'Download CSV' }));
  expect(name).toBe('usda-reports.csv');
  const lines = text.trim().split('\r\n');
  expect(lines).toEqual([
    '# Source: USDA AMS Market News, MARS API v1.2',
    '# Copy of: 2026-11-20T09:00:00.000Z',
    'report_title,slug_id,category,commodity,market,report_date,report_status,discontinued',
    'National Cheese Summary 3,1003,Dairy,Cheese,"Des Moines, IA",2026-09-14,Final,no',
    'National Cheese Summary 11,1011,Dairy,Cheese,"Des Moines, IA",2026-09-14,Final,no',
  ]);
});

test('prints all rows of a long list; on screen only those in view are rendered again', async ({ page }) => {
  await answer(page, reports(200));
  await page.goto(PAGE);
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '201');
  const sheets = textOfPages(await page.pdf())
    .join(' ')
    .replaceAll(/\s+/g, ' ');
  for (const report of [50, 120, 199]) expect(sheets).toContain(`Summary ${report}`);
  // Cards with a name before each value would take twice as many pages.
  expect(/Commodity Cheese/.test(sheets)).toBe(false);
  await expect.poll(() => rows(page).count()).toBeLessThan(60);
});

test('on a phone the rows become cards that still sort, and nothing scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await answer(page, reports(200));
  await page.goto(PAGE);
  await page.getByLabel('Sort by').selectOption({ label: 'Report Title, down' });
  await expect(rows(page).first()).toContainText('National Wheat Summary 196');
  // The hidden headers still name their columns and cannot be focused.
  await expect(page.getByRole('columnheader', { name: 'Report Title', exact: true })).toHaveCount(1);
  await page.getByLabel('Sort by').press('Tab');
  await expect(page.getByRole('table').locator('thead :focus')).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
