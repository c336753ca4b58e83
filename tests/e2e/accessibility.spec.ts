import { accessibilityTest, expectAccessibleInAllColors } from '../support/accessible.ts';
import { appsWithoutCameras, openWhole } from '../support/every-page.ts';
import { CHUCK_ROAST } from '../support/prices.ts';
import { expect, test } from '../support/test.ts';

for (const app of appsWithoutCameras) accessibilityTest(app);

test('axe finds nothing on the beef page with a chart and a filter, in light, dark and forced colors', async ({ page }) => {
  test.slow();
  await openWhole(page, `/projects/beef-cut-prices?cut=chuck+roast&item=${encodeURIComponent(CHUCK_ROAST)}`);
  await expect(page.getByRole('slider')).toBeVisible();
  await expectAccessibleInAllColors(page, 'beef with a chart');
});
