import { countCameras, downloadPicture, nameCameras, SLOW_CAMERAS } from '../support/camera.ts';
import { CAMERA_NAMES, sharingOf } from '../support/camera-page.ts';
import { GARDEN_PATH, gardenDialog, gardenOf, growthOf, PHONE, startButton } from '../support/garden.ts';
import { listPictures } from '../support/gallery.ts';
import { expect, expectFitsPhone, expectNoViolations, stopClock, test } from '../support/journey.ts';

test.use({ launchOptions: SLOW_CAMERAS, permissions: ['camera'] });

test('/projects/camera-kaleidoscope grows a complete garden, which is added to the shared gallery and removed again', async ({
  // First, so that it is closed last: an open page still requests pictures from it.
  ownSite,
  page,
}) => {
  await page.setViewportSize(PHONE);
  // Flowers appear in their final places at once.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await nameCameras(page, CAMERA_NAMES);
  const cameras = await countCameras(page);
  await page.goto(`${ownSite.url}${GARDEN_PATH}?seed=2`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Camera Kaleidoscope');
  await expect(page.locator('canvas[data-full]')).toBeVisible();
  await page.getByRole('button', { name: 'Enable Camera' }).click();
  await expect(page.getByRole('list', { name: 'Cameras' }).getByRole('button', { pressed: true })).toHaveText('Back Camera Rear');
  await sharingOf(page).check();
  await expect(startButton(page)).toBeEnabled();
  await expectNoViolations(page);
  await startButton(page).click();
  await expect(growthOf(page)).toHaveText(/^[1-9]\d* flowers?, \d+% covered$/);
  const { flowers } = gardenOf(2, PHONE);
  // A flower a second, by the page's clock.
  await stopClock(page);
  for (let second = 0; second < 3 * flowers.length && (await gardenDialog(page).isVisible()); second += 1) {
    await page.clock.runFor(1_000);
  }
  await page.clock.resume();
  await expect(page.getByRole('heading', { name: 'Garden Complete!' })).toBeVisible();
  await expect(page.locator('[data-fact=flowers]')).toHaveText(`${flowers.length} flowers`);
  await expect(page.getByText('Saved to gallery!', { exact: true })).toBeVisible();
  const { name, content } = await downloadPicture(page, 'Download Image');
  expect(name).toBe('kaleidoscope-garden.png');
  expect([content.readUInt32BE(16), content.readUInt32BE(20)]).toEqual([PHONE.width, PHONE.height]);
  expect((await cameras()).live).toBe(0);
  expect((await listPictures(ownSite.url)).map(({ exhibit, flowerCount }) => [exhibit, flowerCount])).toEqual([
    ['kaleidoscope', flowers.length],
  ]);
  await expectFitsPhone(page);
  await page.getByRole('button', { name: 'Remove from gallery' }).click();
  await expect(page.getByText('Removed from gallery')).toBeVisible();
  expect(await listPictures(ownSite.url)).toEqual([]);
});
