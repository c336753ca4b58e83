import { fakeCameras, launchWith } from '../support/camera.ts';
import { answerPrompt, holdPrompt, openCameraPage, sharingOf, shutterOf } from '../support/camera-page.ts';
import { COLLAGE_PAGES } from '../support/collage-pages.ts';
import { expect, stopClock, test } from '../support/journey.ts';
import { expectSteady, gate, SCREENS, twoFrames, watchShifts } from '../support/steady.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ['camera'] });

// All collage pages look the same before the camera runs (`CollageSetup`), so one is enough.

const { collage } = COLLAGE_PAGES;

for (const viewport of SCREENS) {
  test.describe(`on a slow connection, in a window ${viewport.width} pixels wide,`, () => {
    test.use({ viewport, isSlow: true });

    test('a collage page does not shift while the camera is requested, nor does its result while the picture is decoded and saved', async ({
      page,
    }) => {
      await holdPrompt(page);
      await watchShifts(page);
      const { gallery } = await openCameraPage(page, collage.path);
      const { held, release } = gate();
      gallery.hold = held;
      await expect(page.getByText('Requesting camera access...')).toBeVisible();
      await twoFrames(page);
      await answerPrompt(page);
      const start = page.getByRole('button', { name: collage.start });
      await expect(start).toBeVisible();
      await expectSteady(page);

      await sharingOf(page).check();
      await start.click();
      await answerPrompt(page);
      await expect(shutterOf(page)).toBeEnabled();
      await stopClock(page);
      await shutterOf(page).click();
      await page.clock.runFor(collage.count * collage.intervalMs);
      await page.clock.resume();
      await expect(page.getByText('Saving to gallery...')).toBeVisible();
      await expect(page.locator('figure img')).toBeInViewport({ ratio: 0.5 });
      const download = page.getByRole('button', { name: collage.download });
      const before = await download.boundingBox();
      release();
      await expect(page.getByRole('button', { name: 'Remove from gallery' })).toBeVisible();
      expect((await download.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
      await expectSteady(page);
    });
  });
}
