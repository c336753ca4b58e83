import { expectAccessibleInAllColours } from '../support/accessible.ts';
import { CHUCK_ROAST } from '../support/prices.ts';
import { expect, test } from '../support/test.ts';

/** Pages of the remotes; the shell's own stand in shell-pages.spec.ts. */
const PATHS = [
  '/projects/egg-prices',
  '/projects/usda-reports',
  `/projects/beef-cut-prices?cut=chuck+roast&item=${encodeURIComponent(CHUCK_ROAST)}`,
  '/projects/analog-clock',
  '/projects/sensor-dashboard',
  '/projects/cameras',
];

for (const path of PATHS) {
  test(`axe finds nothing on ${path} in light, dark and forced colours`, async ({ page }) => {
    test.slow();
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    if (path === '/projects/egg-prices') await expect(page.locator('tbody tr').first()).toBeVisible();
    else await page.waitForLoadState('networkidle');
    if (path.includes('item=')) await expect(page.getByRole('slider')).toBeVisible();
    await expectAccessibleInAllColours(page, path);
  });
}
