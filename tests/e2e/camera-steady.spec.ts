import { fakeCameras, launchWith, stubGallery } from '../support/camera.ts';
import { answerPrompt, holdPrompt, openCameraPage, takePicture } from '../support/camera-room.ts';
import { COLLAGE_PAGES } from '../support/collage-pages.ts';
import { expectSteady, gate, SCREENS, slowDown, twoFrames, watchShifts } from '../support/steady.ts';
import { expect, test } from '../support/journey.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ['camera'] });

for (const viewport of SCREENS) {
  test.describe(`on a slow line, ${viewport.width} pixels wide,`, () => {
    test.use({ viewport });

    for (const { path, start } of Object.values(COLLAGE_PAGES)) {
      test(`${path} does not shift while the visitor is asked for the camera, nor afterwards`, async ({ page }) => {
        await stubGallery(page);
        await holdPrompt(page);
        await watchShifts(page);
        await slowDown(page);
        await page.goto(path);
        await expect(page.getByText('Requesting camera access...')).toBeVisible();
        await twoFrames(page);
        await answerPrompt(page);
        await expect(page.getByRole('button', { name: start })).toBeVisible();
        await expectSteady(page);
      });
    }

    test('a result does not shift while its picture is decoded and saved', async ({ page }) => {
      const { collage } = COLLAGE_PAGES;
      await watchShifts(page);
      const { held, letGo } = gate();
      const { gallery } = await openCameraPage(page, collage.path);
      gallery.hold = held;
      await takePicture(page, collage);
      await expect(page.getByText('Saving to gallery...')).toBeVisible();
      await expect(page.locator('figure img')).toBeInViewport({ ratio: 0.5 });
      const download = page.getByRole('button', { name: collage.download });
      const before = await download.boundingBox();
      letGo();
      await expect(page.getByRole('button', { name: 'Remove from gallery' })).toBeVisible();
      expect((await download.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
      await expectSteady(page);
    });
  });
}
