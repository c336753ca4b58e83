import { expectSteady, gate, slowDown, watchShifts } from '../support/steady.ts';
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
