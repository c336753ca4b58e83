import { expectLegible } from '../support/legible.ts';
import { aReport, answerPrices, aRow, aSeries, CHUCK_ROAST, rowsOf } from '../support/prices.ts';
import { expect, test } from '../support/test.ts';

test.use({ glassBlurs: true });

for (const [colorScheme, width, height] of [
  ['light', 1440, 900],
  ['dark', 390, 844],
] as const) {
  test(`every text of the price pages is legible on any part of the wall, ${colorScheme}, ${width} px`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    const series = () => [aSeries({ '2025-09-15': 7, '2026-09-07': 8, '2026-09-14': 7.82 })];
    const rows = [
      aRow({ price_change: 0.3, price_change_percent: 4, quality_grade: 'Choice' }),
      aRow({ price_change: -0.3, price_change_percent: -4, quality_grade: 'Select', type: 'Flank Steak' }),
      aRow({ quality_grade: 'Prime', region: 'Midwest' }),
    ];
    for (const fields of [{}, { stale: true }, { source: 'sample' as const }]) {
      await answerPrices(page, 'beef', aReport(rows, { droppedRows: 2, ...fields }), series);
      await page.goto(`/projects/beef-cut-prices?cut=chuck+roast&item=${encodeURIComponent(CHUCK_ROAST)}`);
      await expect(page.getByRole('slider')).toBeVisible();
      await page.locator('summary').evaluateAll((all) => all.forEach((one) => one.closest('details')?.setAttribute('open', '')));
      await expectLegible(page);
      await page.unrouteAll();
    }
    await answerPrices(page, 'egg', aReport(rows), series);
    await page.goto('/projects/egg-prices?zip=94103');
    await expect(page.getByText('Showing results for: Northwest Region')).toBeVisible();
    await page.locator('summary').evaluateAll((all) => all.forEach((one) => one.closest('details')?.setAttribute('open', '')));
    await expectLegible(page);
    await page.goto('/projects/usda-reports');
    await expect(rowsOf(page).first()).toBeVisible();
    await expectLegible(page);
  });
}
