import type { Page } from '@playwright/test';
import { EXHIBITS } from '@site/contracts';
import { fakeCameras, launchWith, nameCameras } from '../support/camera.ts';
import { CAMERA_NAMES, limitResolution } from '../support/camera-page.ts';
import { COLLAGE_PAGES } from '../support/collage-pages.ts';
import { stubPictures, stretchStatisticsTimeout } from '../support/gallery.ts';
import { pictureTests, SCREENS } from '../support/picture.ts';
import { expect, test } from '../support/test.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ['camera'] });

async function twoCameras(page: Page): Promise<void> {
  await limitResolution(page);
  await nameCameras(page, CAMERA_NAMES);
}

const PHONE_AND_LAPTOP = { phone: SCREENS.phone, wide: SCREENS.wide };

pictureTests([
  {
    name: 'gallery',
    path: '/projects/kaleidoscope-gallery',
    screens: PHONE_AND_LAPTOP,
    prepare: async (page) => {
      await stretchStatisticsTimeout(page);
      await stubPictures(page, 8, EXHIBITS);
    },
    ready: async (page) => {
      const images = page.locator('li[aria-posinset] img');
      await expect(images).not.toHaveCount(0);
      await expect
        .poll(() => images.evaluateAll((all) => all.every((image) => (image as HTMLImageElement).naturalWidth > 0)))
        .toBe(true);
      await expect(page.getByRole('list', { name: 'Statistics' })).toBeVisible();
    },
  },
  {
    name: 'cameras',
    path: '/projects/cameras',
    screens: PHONE_AND_LAPTOP,
    ready: (page) => expect(page.getByRole('article')).toHaveCount(4),
  },
  {
    name: 'camera',
    path: '/projects/camera',
    screens: PHONE_AND_LAPTOP,
    // Dark in the light scheme, too.
    schemes: ['light'],
    prepare: twoCameras,
    ready: (page) => expect(page.getByRole('list', { name: 'Cameras' }).getByRole('button')).toHaveCount(2),
  },
  {
    name: 'camera-kaleidoscope',
    path: '/projects/camera-kaleidoscope',
    screens: PHONE_AND_LAPTOP,
    ready: (page) => expect(page.locator('canvas[data-full]')).toBeVisible(),
  },
  ...Object.values(COLLAGE_PAGES).map(({ path, start }) => ({
    name: path.replace('/projects/', ''),
    path,
    // All look the same before the camera runs, so only one is captured on a phone.
    screens: path === COLLAGE_PAGES.hexagon.path ? PHONE_AND_LAPTOP : { wide: SCREENS.wide },
    prepare: twoCameras,
    ready: (page: Page) => expect(page.getByRole('button', { name: start })).toBeEnabled(),
  })),
]);
