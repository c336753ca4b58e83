import { expectAccessibleInAllColors } from '../support/accessible.ts';
import { fakeCameras, launchWith } from '../support/camera.ts';
import { captureDialogOf, delayCameras, openCameraPage, sharingOf, shutterOf } from '../support/camera-page.ts';
import { COLLAGE_PAGES } from '../support/collage-pages.ts';
import { expect, stopClock, test } from '../support/journey.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ['camera'] });

const { optimal } = COLLAGE_PAGES;

/** The width for each color setting. */
const WIDTHS = [390, 1440, 820] as const;

test('with the keyboard alone, focus is never lost from Start through shutter and result to a retake; axe finds nothing in any color setting', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openCameraPage(page, optimal.path);
  await sharingOf(page).check();
  const start = page.getByRole('button', { name: optimal.start });
  await start.focus();
  // A second Enter does not close the dialog. The camera opens after it: an enabled shutter would take the photos.
  const openCameras = await delayCameras(page);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await openCameras();
  await expect(shutterOf(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(captureDialogOf(page)).toHaveCount(0);
  await expect(start).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(shutterOf(page)).toBeFocused();
  await expect(shutterOf(page)).toBeEnabled();
  await expectAccessibleInAllColors(page, 'dialog', WIDTHS);

  await stopClock(page);
  await page.keyboard.press('Enter');
  await page.clock.runFor(2 * optimal.intervalMs + 10);
  await expect(captureDialogOf(page).getByText(optimal.counter(3), { exact: true })).toBeVisible();
  await expect(shutterOf(page)).toBeFocused();
  await expect(shutterOf(page)).toBeDisabled();
  // A series is running, so pressing the shutter again does not start another.
  await page.keyboard.press('Enter');
  await page.clock.runFor(optimal.intervalMs);
  await expect(captureDialogOf(page).getByText(optimal.counter(4), { exact: true })).toBeVisible();
  await page.clock.runFor(optimal.count * optimal.intervalMs);
  await page.clock.resume();
  await expect(page.getByRole('heading', { name: optimal.result })).toBeFocused();
  await expect(page.getByText('12 shots', { exact: false })).toBeVisible();
  await expect(page.getByText('Saved to gallery!')).toBeVisible();
  await expectAccessibleInAllColors(page, 'result', WIDTHS);

  const again = page.getByRole('button', { name: 'Retake one tile' });
  const dialog = page.getByRole('dialog', { name: 'Retake one tile' });
  await again.press('Enter');
  await expect(dialog.getByText('Retake one tile', { exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await expect(page.getByText('Row 1, column 1')).toBeVisible();
  await expectAccessibleInAllColors(page, 'retake', WIDTHS);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(again).toBeFocused();
  await again.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Take this tile' })).toBeEnabled();
  await dialog.getByRole('button', { name: 'Take this tile' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(again).toBeFocused();
});
