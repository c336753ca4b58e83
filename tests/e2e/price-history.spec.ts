import { BEEF, OTHERS, ROWS, seriesOf, open, slider, panel } from '../support/price-history.ts';
import { aReport, answerPrices, aRow, CHUCK_ROAST, rejectOnce, rowsOf } from '../support/prices.ts';
import { expect, test } from '../support/test.ts';

test('the chart’s code is fetched when a chart is opened, and a row brings it into view', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await open(page, '?rows=all');
  await expect(rowsOf(page).first()).toBeVisible();
  await expect(page.getByText('up to four at once')).toBeVisible();
  expect(scripts.filter((path) => path.includes('history-panel'))).toEqual([]);
  const chart = page.getByRole('button', { name: /^Chart: Chuck Roast, Boneless.*NATIONAL$/ });
  await chart.click();
  await expect(panel(page).getByRole('heading', { name: 'Price history' })).toBeFocused();
  expect(scripts.filter((path) => path.includes('history-panel') && path.endsWith('.js'))).toHaveLength(1);
  await expect(chart).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/[?&]item=beef/);
  await expect(panel(page).locator('svg[data-chart]')).toBeVisible();
});

test('a chart whose code fails to load keeps the rows, and Retry loads it', async ({ page, expectedConsole }) => {
  expectedConsole.push(/Failed to load resource/);
  await page.route('**/history-panel-*', (route) => route.abort());
  await open(page);
  await expect(page.getByRole('heading', { name: 'The chart could not be loaded' })).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(ROWS.length);
  await page.unroute('**/history-panel-*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(panel(page).locator('svg[data-chart]')).toBeVisible();
});

test('arrow keys move the week; the readout, the slider and the table show the same price and stores', async ({ page }) => {
  await open(page);
  await expect(slider(page)).toHaveAttribute('aria-valuemax', '4');
  await expect(panel(page)).toContainText('Week of Sep 14, 2026');
  await expect(panel(page)).toContainText('$7.82 in 103 stores');
  await slider(page).press('ArrowLeft');
  await expect(slider(page)).toHaveAttribute(
    'aria-valuetext',
    /^Week of Sep 7, 2026\. Chuck Roast, Boneless, Fresh, Regular, Conventional: \$8\.00 in 102 stores; mean \$8\.00$/,
  );
  await slider(page).press('ArrowLeft');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /Week of Aug 31, 2026\. .*: not advertised$/);
  await slider(page).press('Home');
  await expect(panel(page)).toContainText('Week of Aug 17, 2026');
  await panel(page).getByText('The same figures as a table').click();
  const table = panel(page).getByRole('region', { name: 'Figures of the chart' });
  await expect(table.getByRole('row')).toHaveCount(6);
  await expect(table.getByRole('row').nth(3)).toHaveText('Aug 31, 2026--');
  await expect(table.getByRole('row').nth(4)).toHaveText('Sep 7, 2026$8.00 (102 stores)$8.00');
});

test('the mean is labeled, counts every item of the region once, and follows the region', async ({ page }) => {
  await open(page);
  // (7.82 + 10 + 11 + 12 + 13) / 5, however many stores.
  await expect(panel(page)).toContainText('National mean of positive prices, every item once$10.76');
  await page.getByLabel('Region of the chart').selectOption('Hawaii');
  await expect(panel(page)).toContainText('Hawaii mean of positive prices, every item once$9.70');
  await expect(page).toHaveURL(/chart-region=Hawaii/);
});

test('lines break at gaps and are drawn where there is a price', async ({ page }) => {
  await open(page);
  await expect(panel(page).locator('svg[data-chart]')).toBeVisible();
  // The line breaks once, at the missing week.
  await expect(panel(page).locator("path[data-line='0']")).toHaveAttribute('d', /^M[\d. ]+h0L[\d. ]+M[\d. ]+h0L[\d. ]+$/);
});

test('the pointer moves the week, and dragging zooms', async ({ page }) => {
  await open(page);
  const over = panel(page).locator('svg[data-chart]');
  await over.scrollIntoViewIfNeeded();
  const place = async () => (await over.boundingBox())!;
  const first = await place();
  await page.mouse.move(first.x + 2, first.y + 100);
  await expect(slider(page)).toHaveAttribute('aria-valuenow', '0');
  // The chart may have moved while the page was loading.
  const box = await place();
  await page.mouse.move(box.x + box.width * 0.45, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 2, box.y + 100, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByRole('button', { name: 'All weeks' })).toHaveAttribute('aria-pressed', 'false');
  await panel(page).getByText('The same figures as a table').click();
  await expect(panel(page).getByRole('region', { name: 'Figures of the chart' }).getByRole('row')).toHaveCount(4);
  await slider(page).press('0');
  await expect(page.getByRole('button', { name: 'All weeks' })).toHaveAttribute('aria-pressed', 'true');
});

test('up to four items are compared, each with its letter, and any of them can be removed', async ({ page }) => {
  await open(page);
  const compare = page.getByLabel(/^Compare/);
  for (const type of OTHERS.slice(0, 3)) await compare.selectOption({ label: `${type}, Fresh, Regular, Conventional` });
  await expect(page.getByLabel('Compare (up to four items)')).toBeDisabled();
  await expect(panel(page).getByRole('button', { name: /^Remove/ })).toHaveCount(4);
  await expect(panel(page)).toContainText('Skirt Steak, Fresh, Regular, Conventional$12.00 in 101 stores');
  await page.reload();
  await expect(panel(page).getByRole('button', { name: /^Remove/ })).toHaveCount(4);
  await page.getByRole('button', { name: 'Remove Flank Steak, Fresh, Regular, Conventional from the chart' }).click();
  await expect(panel(page).getByRole('button', { name: /^Remove/ })).toHaveCount(3);
  await page.getByRole('button', { name: 'Close the chart' }).click();
  await expect(panel(page)).toHaveCount(0);
});

test('in forced colors the selected weeks and region stand out', async ({ page }) => {
  await open(page);
  await page.emulateMedia({ forcedColors: 'active' });
  const ground = (name: string) =>
    page.getByRole('button', { name, exact: true }).evaluate((button) => getComputedStyle(button).backgroundColor);
  const [chosen, other] = [await ground('All weeks'), await ground('Zoom in')];
  expect(chosen).not.toBe(other);
  expect(await ground('NATIONAL')).toBe(chosen);
  expect(await ground('Hawaii')).not.toBe(chosen);
  // Chromium's backplate would hide the selected one's text.
  await expect(page.getByRole('button', { name: 'All weeks' })).toHaveCSS('forced-color-adjust', 'none');
});

/** More rows than are rendered at once; the clicked one is removed while the chart is in view. */
test('closing the chart returns to the row that opened it, far down a long table', async ({ page }) => {
  const rows = Array.from({ length: 120 }, (_, index) => aRow({ type: `Cut ${index}`, store_count: 200 - index }));
  await answerPrices(page, 'beef', aReport(rows), seriesOf);
  await page.goto(`${BEEF}?rows=all`);
  const chart = page.getByRole('button', { name: 'Chart: Cut 90, Fresh, Regular, Conventional, NATIONAL' });
  await expect(rowsOf(page).first()).toBeVisible();
  await page
    .locator('table[aria-rowcount]')
    .evaluate((table) => window.scrollTo(0, table.getBoundingClientRect().top + 0.75 * table.clientHeight));
  await expect(chart).toBeInViewport();
  await chart.focus();
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('heading', { name: 'Price history' })).toBeFocused();
  await expect(chart).toHaveCount(0);
  await page.getByRole('button', { name: 'Close the chart' }).press('Enter');
  await expect(chart).toBeFocused();
  await expect(chart).toBeInViewport({ ratio: 1 });
});

test('closing a chart opened by the address focuses the start of the rows, in view', async ({ page }) => {
  await open(page);
  await expect(slider(page)).toBeVisible();
  await page.getByRole('button', { name: /^Remove/ }).press('Enter');
  const prices = page.getByRole('region', { name: 'Prices' });
  await expect(prices).toBeFocused();
  await expect(prices.getByRole('status')).toBeInViewport({ ratio: 1 });
});

test('the week by region shows dots, ranges and prices, cheapest first, and selects the region', async ({ page }) => {
  await open(page);
  const regions = page.getByRole('table', { name: /^This week by region: Chuck Roast, Boneless/ });
  await expect(regions.getByRole('row').nth(1)).toHaveText('Midwest$7.27$6.00 - $8.001 store');
  await expect(regions.getByRole('rowheader')).toHaveText(['Midwest', 'NATIONAL', 'Hawaii']);
  await expect(regions.locator('svg')).toHaveCount(3);
  await expect(page.getByText('Not advertised this week in: Northeast, Southeast')).toBeVisible();
  await regions.getByRole('button', { name: 'Hawaii' }).click();
  await expect(page.getByLabel('Region of the chart')).toHaveValue('Hawaii');
});

test('a copied link shows the chart alone', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page);
  await page.getByRole('button', { name: 'Copy link to this chart' }).click();
  await expect(page.getByText('Link copied', { exact: true })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain('view=chart');
  await page.goto(link);
  await expect(slider(page)).toBeVisible();
  await expect(page.getByText('Live Data')).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(0);
  await expect(page.getByLabel('Filter by Beef Cut')).toHaveCount(0);
  await expect(panel(page)).toContainText('Source: USDA AMS Market News. Public domain.');
  await page.getByRole('button', { name: 'Show the whole page' }).click();
  await expect(rowsOf(page).first()).toBeVisible();
});

test('each line has its CSV at the API, a table that names its source', async ({ page, request }) => {
  await page.goto(`${BEEF}?rows=all&item=${encodeURIComponent(CHUCK_ROAST)}`);
  const link = page.getByRole('link', { name: 'CSV of Chuck Roast, Boneless, Fresh, Regular, Conventional' });
  const answer = await request.get((await link.getAttribute('href')) ?? '');
  expect(answer.headers()['content-type']).toContain('text/csv');
  expect(await answer.text()).toMatch(/^# Source: .+\r\n# License: .+\r\ndate,region,/);
});

test('an unavailable history keeps the rows, and Retry asks again', async ({ page, expectedConsole }) => {
  expectedConsole.push(/Failed to load resource/);
  await answerPrices(page, 'beef', aReport(ROWS), seriesOf);
  let asked = 0;
  const isChart = ({ pathname, searchParams: asks }: URL) =>
    pathname === '/api/price-history' && asks.get('region') === 'NATIONAL' && !asks.has('from');
  await page.route(isChart, (route) => {
    asked += 1;
    return asked === 1 ? route.fulfill({ status: 500, body: 'broken' }) : route.fallback();
  });
  // The panel above, the rows and the chart all need the same history; none of them requests it again by itself.
  await page.goto(`${BEEF}?rows=all`);
  await expect(rowsOf(page).first()).toBeVisible();
  await page.getByRole('button', { name: /^Chart: Chuck Roast, Boneless.*NATIONAL$/ }).click();
  await expect(page.getByText('The price history could not be loaded')).toBeVisible();
  await expect(panel(page)).toContainText('500: broken');
  await expect(rowsOf(page)).toHaveCount(ROWS.length);
  expect(asked).toBe(1);
  await panel(page).getByRole('button', { name: 'Retry' }).click();
  await expect(panel(page).getByRole('heading', { name: 'Price history', exact: true })).toBeFocused();
  await expect(slider(page)).toBeVisible();
  expect(asked).toBe(2);
});

for (const reason of ['no error', 'an error without words'] as const) {
  test(`a history that fails with ${reason} reads "Unknown error occurred"`, async ({ page }) => {
    await rejectOnce(page, '/api/price-history', reason);
    await open(page);
    await expect(page.getByText('The price history could not be loaded')).toBeVisible();
    await expect(panel(page).getByRole('alert').locator('p').first()).toHaveText('Unknown error occurred');
    await expect(rowsOf(page).first()).toBeVisible();
    await panel(page).getByRole('button', { name: 'Retry' }).click();
    await expect(slider(page)).toBeVisible();
  });
}

test('a region without stored weeks says so', async ({ page }) => {
  await answerPrices(page, 'beef', aReport(ROWS));
  await page.goto(`${BEEF}?rows=all&item=${encodeURIComponent(CHUCK_ROAST)}`);
  await expect(page.getByText('No stored weeks yet')).toBeVisible();
});
