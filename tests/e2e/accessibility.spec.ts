import { expectAccessible, expectAccessibleInAllColours } from '../support/accessible.ts';
import { fakeCameras, launchWith } from '../support/camera.ts';
import { NOWHERE, openWhole, pagesOf } from '../support/every-page.ts';
import { expectLegible } from '../support/legible.ts';
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

  test(`every text of ${app} that stands on the wall can be read on any part of the wall, by day and by night`, async ({
    page,
    request,
    expectedConsole,
  }) => {
    test.setTimeout(120_000);
    for (const { path, layout } of await pagesOf(request, app)) {
      // The others fill the window with a ground of their own, or stand in another site's page.
      if (layout !== 'framed') continue;
      if (path === NOWHERE) expectedConsole.push(/404/);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await openWhole(page, path);
      const folds = page.locator('main details');
      await folds.evaluateAll((all) => all.forEach((fold) => fold.setAttribute('open', '')));
      for (const [colorScheme, width] of [
        ['light', 390],
        ['light', 1440],
        ['dark', 1440],
        ['dark', 390],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await expectLegible(page, `${path}, ${colorScheme}, ${width} px`);
      }
    }
  });
}

test('axe finds nothing on the beef page with a chart and a filter, in light, dark and forced colours', async ({ page }) => {
  test.slow();
  await openWhole(page, `/projects/beef-cut-prices?cut=chuck+roast&item=${encodeURIComponent(CHUCK_ROAST)}`);
  await expect(page.getByRole('slider')).toBeVisible();
  await expectAccessibleInAllColours(page, 'beef with a chart');
});
