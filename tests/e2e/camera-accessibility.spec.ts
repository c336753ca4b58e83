import { expectAccessibleInAllColors } from '../support/accessible.ts';
import { fakeCameras, launchWith } from '../support/camera.ts';
import { openCameraPage, openRoom, shutterOf } from '../support/camera-room.ts';
import { COLLAGE_PAGES } from '../support/collage-pages.ts';
import { expect, test } from '../support/journey.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ['camera'] });

const { hexagon } = COLLAGE_PAGES;

/** The width for each color setting. */
const WIDTHS = [390, 1440, 820] as const;

test('axe finds nothing in the studio, the room, the result and the retake, in light, dark and forced colors', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openCameraPage(page, hexagon.path);
  await expect(page.getByRole('button', { name: hexagon.start })).toBeEnabled();
  await expectAccessibleInAllColors(page, 'studio', WIDTHS);
  await openRoom(page, hexagon);
  await expectAccessibleInAllColors(page, 'room', WIDTHS);
  await shutterOf(page).click();
  await expect(page.getByText('Saved to gallery!')).toBeVisible();
  await expect(page.getByRole('heading', { name: hexagon.result })).toBeFocused();
  await expectAccessibleInAllColors(page, 'result', WIDTHS);
  await page.getByRole('button', { name: 'Retake one tile' }).click();
  await expect(page.getByText('Row 1, column 1')).toBeVisible();
  await expectAccessibleInAllColors(page, 'retake', WIDTHS);
});
