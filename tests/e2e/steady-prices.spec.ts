import { expectSteady, gate, SCREENS, slowDown, twoFrames, watchShifts } from '../support/steady.ts';
import { expect, test } from '../support/test.ts';

test.use({ viewport: { width: 390, height: 844 } });

for (const [path, width, height] of [
  ['/projects/beef-cut-prices', 390, 844],
  ['/projects/beef-cut-prices', 1440, 900],
  ['/projects/egg-prices', 390, 844],
  ['/projects/usda-reports', 390, 844],
  ['/projects/usda-reports', 1440, 900],
] as const) {
  test(`on slow 4G ${path} does not shift at ${width} px when the figures arrive`, async ({ page }) => {
    await watchShifts(page);
    await slowDown(page);
    await page.setViewportSize({ width, height });
    await page.goto(path);
    await expect(page.locator('main table, main [role=table]').first()).toBeVisible();
    await expect(page.locator('main').getByText('Sample data').first()).toBeVisible();
    await expectSteady(page);
  });
}

for (const { width, height } of SCREENS) {
  test(`the largest paint of a price page is its document's at ${width} px`, async ({ page, request, site }) => {
    const path = '/projects/egg-prices';
    // The first document after a start may come without its lead.
    await expect.poll(async () => (await request.get(site.url + path)).text()).toContain('"lead":');
    await page.setViewportSize({ width, height });
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const { startTime } of list.getEntries()) Object.assign(window, { largestPaint: startTime });
      }).observe({ type: 'largest-contentful-paint', buffered: true });
    });
    // The document is first painted in a font of the device.
    await slowDown(page);
    const { held, letGo } = gate();
    await page.route('**/r/market-prices/**', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('region', { name: /^Week of / })).toContainText('is this week’s advertised price of');
    await page.evaluate(() => document.fonts.ready);
    await twoFrames(page);
    const before = await page.evaluate(() => performance.now());
    letGo();
    await expect(page.locator('main table').first()).toBeVisible();
    await twoFrames(page);
    expect(await page.evaluate(() => (window as unknown as { largestPaint: number }).largestPaint)).toBeLessThan(before);
  });
}

for (const origin of ['live', 'saved'] as const) {
  test(`the status card has the same height while loading as with a ${origin} copy`, async ({ page }) => {
    const { held, letGo } = gate();
    await page.route('**/api/usda-reports', async (route) => {
      await held;
      const headers = { 'X-Data-Source': 'live', 'X-Data-Fetched-At': '2026-11-20T09:00:00.000Z' };
      await route.fulfill({ json: [], headers: origin === 'live' ? headers : { ...headers, 'X-Data-Stale': 'true' } });
    });
    await page.goto('/projects/usda-reports');
    const card = page.getByRole('region', { name: 'API status' });
    await expect(card).toContainText('Connecting to USDA API...');
    const before = await card.boundingBox();
    letGo();
    await expect(card).toContainText(origin === 'live' ? 'Live Data' : 'Saved copy from');
    expect((await card.boundingBox())?.height).toBe(before?.height);
  });
}
