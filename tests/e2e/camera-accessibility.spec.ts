import { expectAccessible } from '../support/accessible.ts';
import { fakeCameras, launchWith } from '../support/camera.ts';
import { openCameraPage, openRoom, shutterOf } from '../support/camera-room.ts';
import { COLLAGE_PAGES } from '../support/collage-pages.ts';
import { expect, test } from '../support/test.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ['camera'] });

const { hexagon } = COLLAGE_PAGES;

for (const scheme of ['light', 'dark', 'forced colours'] as const) {
  for (const width of scheme === 'light' ? [390, 1440] : [820]) {
    test(`axe finds nothing in the studio, the room, the result and the retake: ${scheme}, ${width} px`, async ({ page }) => {
      test.slow();
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({
        reducedMotion: 'reduce',
        ...(scheme === 'forced colours' ? { forcedColors: 'active' } : { colorScheme: scheme }),
      });
      await openCameraPage(page, hexagon.path);
      await expect(page.getByRole('button', { name: hexagon.start })).toBeEnabled();
      await expectAccessible(page, 'studio');
      const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
      expect(await isTooWide()).toBe(false);
      await openRoom(page, hexagon);
      await expectAccessible(page, 'room');
      await shutterOf(page).click();
      await expect(page.getByText('Saved to gallery!')).toBeVisible({ timeout: 20_000 });
      await expect(page.getByRole('heading', { name: hexagon.result })).toBeFocused();
      await expectAccessible(page, 'result');
      expect(await isTooWide()).toBe(false);
      await page.getByRole('button', { name: 'Retake one tile' }).click();
      await expect(page.getByText('Row 1, column 1')).toBeVisible();
      await expectAccessible(page, 'retake');
    });
  }
}
