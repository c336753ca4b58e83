import { SLOW_CAMERAS } from '../support/camera.ts';
import { sharePicture, stretchStatisticsTimeout } from '../support/gallery.ts';
import { expect, expectFitsPhone, expectNoViolations, test } from '../support/journey.ts';

// No camera is needed, but with the same flags this journey shares the browser of the camera journeys.
test.use({ launchOptions: SLOW_CAMERAS });

test('/projects/kaleidoscope-gallery lists shared pictures newest first, filters them by kind, enlarges them and offers them for download', async ({
  // First, so that it is closed last: an open page still requests pictures from it.
  ownSite: { url },
  page,
}) => {
  await stretchStatisticsTimeout(page);
  await page.goto(`${url}/projects/kaleidoscope-gallery`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gallery');
  await expect(page.getByRole('heading', { name: 'The walls are empty' })).toBeVisible();
  const garden = await sharePicture(url, 1, 'kaleidoscope', 33);
  const honeycomb = await sharePicture(url, 2, 'hexagon', 100);
  const collage = await sharePicture(url, 3, 'collage', 20);
  await page.reload();
  const tiles = page.locator('main li[aria-posinset] a');
  await expect(tiles).toHaveCount(3);
  const sources = () =>
    tiles.locator('img').evaluateAll((all) => all.map((image) => new URL((image as HTMLImageElement).src).pathname));
  expect(await sources()).toEqual([collage, honeycomb, garden].map(({ thumbnailUrl }) => thumbnailUrl));
  await expect
    .poll(() => tiles.locator('img').evaluateAll((all) => all.every((image) => (image as HTMLImageElement).naturalWidth > 0)))
    .toBe(true);
  await expect(page.getByRole('list', { name: 'Statistics' }).getByRole('listitem')).toHaveText([
    '3 pictures that visitors shared',
    '153 photos in all of them',
    '51 photos per picture',
  ]);
  await expectNoViolations(page);
  await tiles.first().click();
  const lightbox = page.getByRole('dialog', { name: 'Picture' });
  await expect(lightbox.getByText('1 of 3', { exact: true })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(lightbox.getByText('2 of 3', { exact: true })).toBeVisible();
  await expect(lightbox.locator('img[data-status=shown]')).toHaveAttribute('src', honeycomb.imageUrl);
  const [download] = await Promise.all([page.waitForEvent('download'), lightbox.getByRole('link', { name: 'Download' }).click()]);
  expect(download.suggestedFilename()).toContain(honeycomb.id);
  await page.keyboard.press('Escape');
  await expect(lightbox).toHaveCount(0);
  await page.getByRole('radio', { name: 'Flower gardens' }).check();
  await expect(tiles).toHaveCount(1);
  await expect(tiles).toHaveAccessibleName(/^Flower garden of 33 photos/);
  await expect(page).toHaveURL(/\?kind=kaleidoscope$/);
  await expectFitsPhone(page);
  await page.getByRole('link', { name: 'Back to Cameras' }).click();
  await expect(page).toHaveURL(`${url}/projects/cameras`);
});
