import { expectAccessible, expectAccessibleInAllColours } from '../support/accessible.ts';
import { fakeCameras, launchWith } from '../support/camera.ts';
import { NOWHERE, openWhole, pagesOf } from '../support/every-page.ts';
import { CHUCK_ROAST } from '../support/prices.ts';
import { REMOTES } from '../support/site.ts';
import { expect, test } from '../support/test.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ['camera'] });

/** The width of each way of colours. */
const WIDTHS = [390, 1440, 820] as const;

for (const app of ['shell', ...REMOTES]) {
  test(`axe finds nothing on any page of ${app}, in motion and with less motion, in light, dark and forced colours; no page is wider than its window, and no console speaks`, async ({
    page,
    request,
    expectedConsole,
  }) => {
    test.setTimeout(180_000);
    for (const { path, moves } of await pagesOf(request, app)) {
      if (path === NOWHERE) expectedConsole.push(/404/);
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await openWhole(page, path);
      if (moves) await expectAccessible(page, `${path} in motion`);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await expectAccessibleInAllColours(page, path, WIDTHS);
    }
  });
}

test('axe finds nothing on the beef page with a chart and a filter, in light, dark and forced colours', async ({ page }) => {
  test.slow();
  await openWhole(page, `/projects/beef-cut-prices?cut=chuck+roast&item=${encodeURIComponent(CHUCK_ROAST)}`);
  await expect(page.getByRole('slider')).toBeVisible();
  await expectAccessibleInAllColours(page, 'beef with a chart');
});
