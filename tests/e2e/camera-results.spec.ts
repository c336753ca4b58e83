import { downloadPicture, fakeCameras, launchWith } from '../support/camera.ts';
import { openCameraPage, takePicture } from '../support/camera-room.ts';
import { COLLAGE_PAGES } from '../support/collage-pages.ts';
import { expect, test } from '../support/test.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ['camera'] });

const { hexagon } = COLLAGE_PAGES;

test('a failed save keeps the picture and is tried again under the same key', async ({ page, expectedConsole }) => {
  expectedConsole.push(/503/);
  const { gallery } = await openCameraPage(page, hexagon.path);
  gallery.failNext = 503;
  await takePicture(page, hexagon);
  await expect(page.getByText(hexagon.failed, { exact: true })).toBeVisible();
  await expect(page.getByText(/^Failed to save submission\./)).toBeVisible();
  await expect(page.getByRole('img', { name: 'Your collage of 100 photos' })).toBeVisible();
  expect((await downloadPicture(page, 'Download Collage')).content.byteLength).toBeGreaterThan(1000);
  let release = () => {};
  gallery.hold = new Promise((resolve) => (release = resolve));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Saving to gallery...')).toBeVisible();
  release();
  await expect(page.getByText('Saved to gallery!')).toBeVisible();
  expect(gallery.tried).toHaveLength(2);
  expect(gallery.tried[1]!.headers['idempotency-key']).toBe(gallery.tried[0]!.headers['idempotency-key']);
  expect(gallery.tried[1]!.body).toEqual(gallery.tried[0]!.body);
});

test('a private picture stays private until it is added; what was added can be removed', async ({ page }) => {
  const { gallery } = await openCameraPage(page, hexagon.path);
  gallery.isHeld = true;
  await page.getByRole('switch', { name: 'Add to the shared gallery' }).uncheck();
  await takePicture(page, hexagon);
  await expect(page.getByText('Not in the gallery: this picture is on your device only.')).toBeVisible();
  expect(gallery.tried).toEqual([]);
  await page.getByRole('button', { name: 'Add to the shared gallery' }).click();
  await expect(page.getByText('Saved to gallery!')).toBeVisible();
  await expect(page.getByText("It is listed after this site's owner has looked at it.")).toBeVisible();
  expect(await page.evaluate(() => Object.values(localStorage))).toEqual([
    JSON.stringify({ '00000000-0000-4000-8000-000000000001': 'token-1' }),
  ]);
  await page.getByRole('button', { name: 'Remove from gallery' }).click();
  await expect(page.getByText('Removed from gallery')).toBeVisible();
  expect(gallery.removed).toEqual([{ id: '00000000-0000-4000-8000-000000000001', token: 'token-1' }]);
});

test('Share hands the file to the system, Copy image puts a PNG on the clipboard', async ({ page, site }) => {
  await page.context().grantPermissions(['camera', 'clipboard-read', 'clipboard-write'], { origin: site.url });
  await page.addInitScript(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files }: { files: File[] }) =>
        Object.assign(window, { shared: files.map(({ name, type, size }) => ({ name, type, isEmpty: size === 0 })) }),
    });
  });
  await openCameraPage(page, hexagon.path);
  await takePicture(page, hexagon);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shared: unknown }).shared))
    .toEqual([{ name: 'hexagonal-collage.jpg', type: 'image/jpeg', isEmpty: false }]);
  await page.getByRole('button', { name: 'Copy image' }).click();
  await expect(page.getByText('Image copied', { exact: true })).toBeVisible();
  const types = await page.evaluate(async () => (await navigator.clipboard.read()).flatMap((item) => item.types));
  expect(types).toEqual(['image/png']);
});
