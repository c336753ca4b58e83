import { fakeCameras, launchWith } from '../support/camera.ts';
import { openCameraPage, openRoom, roomOf, shutterOf } from '../support/camera-room.ts';
import { COLLAGE_PAGES } from '../support/collage-pages.ts';
import { expect, test } from '../support/test.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ['camera'] });

const { collage } = COLLAGE_PAGES;

test('an unplugged camera ends the capture with a word, and the next one can start', async ({ page }) => {
  const { gallery, cameras } = await openCameraPage(page, collage.path);
  await openRoom(page, collage);
  await shutterOf(page).click();
  await expect(roomOf(page).getByText(/^Photo ([2-9]|1\d) of 20$/)).toBeVisible();
  await page.evaluate(() =>
    (window as unknown as { cameraTracks: MediaStreamTrack[] }).cameraTracks.at(-1)!.dispatchEvent(new Event('ended')),
  );
  await expect(page.getByRole('alert')).toContainText('The camera was unplugged');
  await expect(roomOf(page)).toHaveCount(0);
  expect(await cameras()).toEqual({ opened: 2, stopped: 2, live: 0 });
  await openRoom(page, collage);
  expect(gallery.tried).toEqual([]);
});

test('thirty hidden seconds and leaving the page both switch the camera off', async ({ page }) => {
  await page.clock.install();
  const { cameras } = await openCameraPage(page, collage.path);
  await openRoom(page, collage);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.clock.runFor(29_000);
  expect((await cameras()).live).toBe(1);
  await page.clock.runFor(1_500);
  await expect(page.getByRole('alert')).toContainText('switched off because nobody was looking');
  expect((await cameras()).live).toBe(0);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await openRoom(page, collage);
  await page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
  await expect(roomOf(page)).toHaveCount(0);
  expect(await cameras()).toEqual({ opened: 3, stopped: 3, live: 0 });
});
