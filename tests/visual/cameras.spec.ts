import { EXHIBITS } from '@site/contracts';
import { fakeCameras, launchWith, nameCameras } from '../support/camera.ts';
import { stubPictures } from '../support/gallery.ts';
import { pictureTests } from '../support/picture.ts';
import { expect, test } from '../support/test.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ['camera'] });

pictureTests([
  {
    name: 'gallery',
    path: '/projects/kaleidoscope-gallery',
    prepare: (page) => stubPictures(page, 8, EXHIBITS),
    ready: async (page) => {
      const images = page.locator('li[aria-posinset] img');
      await expect(images).toHaveCount(8);
      await expect
        .poll(() => images.evaluateAll((all) => all.every((image) => (image as HTMLImageElement).naturalWidth > 0)))
        .toBe(true);
      await expect(page.getByRole('list', { name: 'Statistics' })).toBeVisible();
    },
  },
  {
    name: 'camera-kaleidoscope',
    path: '/projects/camera-kaleidoscope',
    schemes: ['light'],
    ready: (page) => expect(page.locator('canvas[data-full]')).toBeVisible(),
  },
  {
    name: 'camera-hexagon',
    path: '/projects/camera-hexagon',
    schemes: ['dark'],
    prepare: (page) => nameCameras(page, ['Front Camera', 'Back Camera']),
    ready: (page) => expect(page.getByRole('button', { name: /^Start / })).toBeEnabled(),
  },
]);
