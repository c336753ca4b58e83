import { fakeCameras, launchWith } from '../support/camera.ts';
import { NOWHERE, openWhole, pagesOf } from '../support/every-page.ts';
import { expectLegible, faintTexts } from '../support/legible.ts';
import { REMOTES } from '../support/site.ts';
import { expect, test } from '../support/test.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ['camera'], glassBlurs: true });

for (const app of ['shell', ...REMOTES]) {
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

test('letters that are faint by their own colour, or by what they stand in, do not pass for legible', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openWhole(page, '/privacy');
  expect(await faintTexts(page, 'as it is')).toEqual([]);
  const part = page.locator('main p').nth(1);
  await part.evaluate((words) => (words.style.color = 'rgb(20 21 26 / 0.3)'));
  expect((await faintTexts(page, 'faint letters')).length).toBeGreaterThan(0);
  await part.evaluate((words) => words.removeAttribute('style'));
  expect(await faintTexts(page, 'as it was')).toEqual([]);
  await part.evaluate((words) => (words.style.opacity = '0.3'));
  expect((await faintTexts(page, 'a faint part')).length).toBeGreaterThan(0);
});
