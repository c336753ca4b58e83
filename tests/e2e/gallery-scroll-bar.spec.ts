import config from '../playwright.config.ts';
import { GALLERY_PATH, lightboxOf, stretchStatisticsTimeout, stubPictures, tilesOf } from '../support/gallery.ts';
import { expect, test } from '../support/test.ts';

// Playwright hides scroll bars. Here they take room, as on most desktops.
test.use({ launchOptions: { ...config.use?.launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] } });

test('beside the scroll bar of the page, the lightbox is as wide as the page', async ({ page }) => {
  await stretchStatisticsTimeout(page);
  await stubPictures(page, 60, ['hexagon']);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(GALLERY_PATH);
  const pageWidth = await page.evaluate(() => document.documentElement.clientWidth);
  expect(pageWidth).toBeLessThan(1440);
  await tilesOf(page).first().click();
  expect(await lightboxOf(page).boundingBox()).toMatchObject({ x: 0, width: pageWidth });
});
