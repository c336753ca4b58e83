import { appsWithoutCameras, openWhole } from '../support/every-page.ts';
import { faintTexts, legibleTest } from '../support/legible.ts';
import { expect, test } from '../support/test.ts';

test.use({ glassBlurs: true });

for (const app of appsWithoutCameras) legibleTest(app);

test('letters that are faint by their own color or by the opacity of an ancestor do not count as legible', async ({ page }) => {
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
