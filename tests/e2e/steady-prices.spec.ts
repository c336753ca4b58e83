import { expectSteady, gate, twoFrames, watchShifts } from '../support/steady.ts';
import { expect, test } from '../support/test.ts';

test.use({ viewport: { width: 390, height: 844 }, isSlow: true });

for (const [path, width, height] of [
  ['/embed/egg-prices', 820, 1180],
  ['/embed/beef-cut-prices', 1440, 900],
  ['/projects/egg-prices?view=chart', 820, 1180],
  ['/projects/beef-cut-prices', 390, 844],
  ['/projects/egg-prices', 1440, 900],
  ['/projects/usda-reports', 1440, 900],
] as const) {
  test(`on slow 4G ${path} does not shift at ${width} px when the figures arrive`, async ({ page }) => {
    await watchShifts(page);
    await page.setViewportSize({ width, height });
    await page.goto(path);
    await expect(page.locator('main table').filter({ visible: true }).first()).toBeVisible();
    await expect(page.locator('main').getByText('Sample data').first()).toBeVisible();
    if (!path.endsWith('reports')) await expect(page.locator('svg[data-chart]')).toBeVisible();
    await expectSteady(page);
  });
}

// Because the connection is slow, the document is first painted in a system font.
test('the largest paint of a price page comes with its document', async ({ page, site }) => {
  const path = '/projects/egg-prices';
  // The first document after the server starts may come without its lead.
  await expect.poll(async () => (await fetch(site.url + path)).text()).toContain('"lead":');
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) Object.assign(window, { largestPaint: startTime });
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  const { held, release } = gate();
  await page.route('**/r/market-prices/**', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.getByRole('region', { name: /^Week of / })).toContainText('is this week’s advertised price of');
  await page.evaluate(() => document.fonts.ready);
  await twoFrames(page);
  const before = await page.evaluate(() => performance.now());
  release();
  await expect(page.locator('main table').first()).toBeVisible();
  await twoFrames(page);
  expect(await page.evaluate(() => (window as unknown as { largestPaint: number }).largestPaint)).toBeLessThan(before);
});

test('the status card has the same height while loading as with a live or a saved copy', async ({ page }) => {
  let { held, release } = gate();
  let headers: Record<string, string> = { 'X-Data-Source': 'live', 'X-Data-Fetched-At': '2026-11-20T09:00:00.000Z' };
  await page.route('**/api/usda-reports', async (route) => {
    await held;
    await route.fulfill({ json: [], headers });
  });
  const card = page.getByRole('region', { name: 'API status' });
  await page.goto('/projects/usda-reports');
  for (const words of ['Live Data', 'Saved copy from']) {
    await expect(card).toContainText('Connecting to USDA API...');
    const before = await card.boundingBox();
    release();
    await expect(card).toContainText(words);
    expect((await card.boundingBox())?.height, words).toBe(before?.height);
    ({ held, release } = gate());
    headers = { ...headers, 'X-Data-Stale': 'true' };
    if (words === 'Live Data') await page.reload();
  }
});
