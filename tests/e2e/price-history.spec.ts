import { BEEF, OTHERS, ROWS, seriesOf, slider, panel } from '../support/price-history.ts';
import { aReport, answerPrices, aRow, CHUCK_ROAST, rowsOf } from '../support/prices.ts';
import { expect, test } from '../support/test.ts';

const ITEM = `?rows=all&item=${encodeURIComponent(CHUCK_ROAST)}`;
const detailed = (type: string) => `${type}, Fresh, Regular, Conventional`;

test('a chart is read by keyboard and pointer, follows its region, and marks its chosen buttons in forced colors', async ({
  page,
}) => {
  await answerPrices(page, 'beef', aReport(ROWS), (region) => (region === 'Midwest' ? [] : seriesOf(region)));
  await page.goto(BEEF + ITEM);
  await expect(slider(page)).toHaveAttribute('aria-valuemax', '4');
  await expect(panel(page)).toContainText('Week of Sep 14, 2026');
  await expect(panel(page)).toContainText('$7.82 in 103 stores');
  // The line breaks once, at the missing week.
  await expect(panel(page).locator("path[data-line='0']")).toHaveAttribute('d', /^M[\d. ]+h0L[\d. ]+M[\d. ]+h0L[\d. ]+$/);
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
  const rows = panel(page).getByRole('region', { name: 'Chart data' }).getByRole('row');
  await expect(rows).toHaveCount(6);
  await expect(rows.nth(3)).toHaveText('Aug 31, 2026--');
  await expect(rows.nth(4)).toHaveText('Sep 7, 2026$8.00 (102 stores)$8.00');

  // The pointer chooses the week, and dragging zooms.
  const over = panel(page).locator('svg[data-chart]');
  await over.scrollIntoViewIfNeeded();
  await slider(page).press('End');
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
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await expect(button('All weeks')).toHaveAttribute('aria-pressed', 'false');
  await expect(rows).toHaveCount(4);
  await slider(page).press('0');
  await expect(button('All weeks')).toHaveAttribute('aria-pressed', 'true');

  await page.emulateMedia({ forcedColors: 'active' });
  const ground = (name: string) => button(name).evaluate((one) => getComputedStyle(one).backgroundColor);
  const [chosen, other] = [await ground('All weeks'), await ground('Zoom in')];
  expect(chosen).not.toBe(other);
  expect(await ground('NATIONAL')).toBe(chosen);
  expect(await ground('Hawaii')).not.toBe(chosen);
  // Chromium's backplate would hide the text of the chosen button.
  await expect(button('All weeks')).toHaveCSS('forced-color-adjust', 'none');
  await page.emulateMedia({ forcedColors: null });

  // The mean counts every item once, (7.82 + 10 + 11 + 12 + 13) / 5, and follows the region, which the list of regions can set.
  await expect(panel(page)).toContainText('National mean of positive prices, each item counted once$10.76');
  const regions = page.getByRole('table', { name: /^This week by region: Chuck Roast, Boneless/ });
  await expect(regions.getByRole('row').nth(1)).toHaveText('Midwest$7.27$6.00 - $8.001 store');
  await expect(regions.getByRole('rowheader')).toHaveText(['Midwest', 'NATIONAL', 'Hawaii']);
  await expect(regions.locator('svg')).toHaveCount(3);
  await expect(page.getByText('Not advertised this week in: Northeast, Southeast')).toBeVisible();
  await regions.getByRole('button', { name: 'Hawaii' }).click();
  await expect(page.getByLabel('Chart region')).toHaveValue('Hawaii');
  await expect(panel(page)).toContainText('Hawaii mean of positive prices, each item counted once$9.70');
  await expect(page).toHaveURL(/\?region=Hawaii/);
  await page.getByLabel('Chart region').selectOption('Midwest');
  await expect(page).toHaveURL(/chart-region=Midwest/);
  await expect(page.getByText('No stored weeks yet')).toBeVisible();
});

test('four items are compared, a copied link shows only their chart, and closing the chart moves the focus to the button that opens it', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await answerPrices(page, 'beef', aReport(ROWS), seriesOf);
  await page.goto(BEEF + ITEM);
  for (const type of OTHERS.slice(0, 3)) await page.getByLabel(/^Compare/).selectOption({ label: detailed(type) });
  await expect(page.getByLabel('Compare (up to four items)')).toBeDisabled();
  const lines = panel(page).getByRole('button', { name: /^Remove/ });
  await expect(lines).toHaveCount(4);
  await expect(panel(page)).toContainText(`${detailed('Skirt Steak')}$12.00 in 101 stores`);
  await page.getByRole('button', { name: 'Copy link to this chart' }).click();
  await expect(page.getByText('Link copied', { exact: true })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain('view=chart');
  await page.goto(link);
  await expect(lines).toHaveCount(4);
  await expect(page.getByText('Live Data')).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(0);
  await expect(page.getByLabel('Filter by Beef Cut')).toHaveCount(0);
  await expect(panel(page)).toContainText('Source: USDA AMS Market News. Public domain.');
  await page.getByRole('button', { name: 'Show the whole page' }).click();
  await expect(rowsOf(page).first()).toBeVisible();
  for (const type of OTHERS.slice(0, 3)) {
    await page.getByRole('button', { name: `Remove ${detailed(type)} from the chart` }).click();
  }
  await expect(lines).toHaveCount(1);
  await lines.press('Enter');
  await expect(panel(page)).toHaveCount(0);
  const zoom = page.getByRole('button', { name: 'Zoom and compare' });
  await expect(zoom).toBeFocused();
  await expect(zoom).toBeInViewport({ ratio: 1 });
});

test('the chart’s code and history are fetched once a row is chosen, Retry requests a failed history again, and closing returns to that row, far down the page', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/);
  // More rows than are rendered at once; the clicked one is removed while the chart is in view.
  const rows = Array.from({ length: 120 }, (_, index) => aRow({ type: `Cut ${index}`, store_count: 200 - index }));
  await answerPrices(page, 'beef', aReport(rows), seriesOf);
  let requests = 0;
  const isChart = ({ pathname, searchParams: query }: URL) =>
    pathname === '/api/price-history' && query.get('region') === 'NATIONAL' && !query.has('from');
  await page.route(isChart, (route) => {
    requests += 1;
    return requests === 1 ? route.fulfill({ status: 500, body: 'broken' }) : route.fallback();
  });
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  const panelScripts = () => scripts.filter((path) => path.includes('history-panel') && path.endsWith('.js'));
  await page.goto(`${BEEF}?rows=all`);
  await expect(rowsOf(page).first()).toBeVisible();
  await expect(page.getByText('up to four at once')).toBeVisible();
  expect(panelScripts()).toEqual([]);
  const chart = page.getByRole('button', { name: `Chart: ${detailed('Cut 90')}, NATIONAL` });
  await page
    .locator('table[aria-rowcount]')
    .evaluate((table) => window.scrollTo(0, table.getBoundingClientRect().top + 0.75 * table.clientHeight));
  await expect(chart).toBeInViewport();
  await chart.focus();
  await page.keyboard.press('Enter');
  // The panel above, the rows and the chart all need the same history; none of them requests it again by itself.
  await expect(page.getByText('The price history could not be loaded')).toBeVisible();
  await expect(panel(page)).toContainText('500: broken');
  expect(requests).toBe(1);
  await panel(page).getByRole('button', { name: 'Retry' }).click();
  await expect(panel(page).getByRole('heading', { name: 'Price history', exact: true })).toBeFocused();
  await expect(slider(page)).toBeVisible();
  expect(requests).toBe(2);
  expect(panelScripts()).toHaveLength(1);
  await expect(page).toHaveURL(/[?&]item=beef/);
  await expect(chart).toHaveCount(0);
  await page.getByRole('button', { name: 'Close the chart' }).press('Enter');
  await expect(chart).toBeFocused();
  await expect(chart).toBeInViewport({ ratio: 1 });
});
