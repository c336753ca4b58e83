import { downloadPicture, fakeCameras, launchWith } from '../support/camera.ts';
import { openCameraPage, sharingOf, takePicture, unplugCamera } from '../support/camera-room.ts';
import { COLLAGE_PAGES } from '../support/collage-pages.ts';
import { finishGarden, startGarden } from '../support/garden.ts';
import { expect, test } from '../support/journey.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ['camera'] });

const { collage, hexagon, squares, optimal, optimal80 } = COLLAGE_PAGES;

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

for (const one of [collage, squares, optimal, optimal80]) {
  test(`${one.path}: while saving, after a failure and when saved, the page shows its stated texts`, async ({
    page,
    expectedConsole,
  }) => {
    expectedConsole.push(/500/);
    const { gallery } = await openCameraPage(page, one.path);
    gallery.failNext = 500;
    let release = () => {};
    gallery.hold = new Promise((resolve) => (release = resolve));
    await takePicture(page, one);
    await expect(page.getByText('Saving to gallery...', { exact: true })).toBeVisible();
    release();
    await expect(page.getByText(one.failed, { exact: true })).toBeVisible();
    await expect(
      page.getByText('Failed to save submission. The picture is still here, and nothing is lost.', { exact: true }),
    ).toBeVisible();
    const { name, content } = await downloadPicture(page, one.download);
    expect(name).toMatch(one.fileName);
    expect(content.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(one.saved, { exact: true })).toBeVisible();
    expect(gallery.tried.map(({ body }) => body['flowerCount'])).toEqual([one.count, one.count]);
    await page.getByRole('button', { name: 'Take another' }).click();
    await expect(page.getByRole('button', { name: one.start })).toBeEnabled();
  });
}

test('a private picture stays private until it is added, and can then be removed', async ({ page }) => {
  const { gallery } = await openCameraPage(page, hexagon.path);
  gallery.isHeld = true;
  await takePicture(page, hexagon, { isShared: false });
  await expect(page.getByText('Not in the gallery: this picture is on your device only.')).toBeVisible();
  expect(gallery.tried).toEqual([]);
  await page.getByRole('button', { name: 'Add to the shared gallery' }).click();
  await expect(page.getByText('Sent to the gallery, awaiting approval by the owner of this site.')).toBeVisible();
  await expect(page.getByText("Nobody else sees it until this site's owner has approved it.")).toBeVisible();
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

test('if the system cannot share or copy, a message says what can be done instead', async ({ page }) => {
  await page.addInitScript(() => {
    let answers = ['AbortError', 'DataError'];
    Object.assign(navigator, {
      canShare: () => true,
      share: () => {
        const [name, ...others] = answers;
        answers = others;
        return Promise.reject(new DOMException('no', name));
      },
    });
    navigator.clipboard.write = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await openCameraPage(page, hexagon.path);
  await takePicture(page, hexagon);
  const share = page.getByRole('button', { name: 'Share', exact: true });
  await share.click();
  await page.getByRole('button', { name: 'Copy image' }).click();
  // Closing the share sheet shows no message.
  await expect(page.getByText('Copying did not work', { exact: true })).toBeVisible();
  await expect(page.getByText('Sharing did not work')).toHaveCount(0);
  await share.click();
  await expect(page.getByText('Sharing did not work', { exact: true })).toBeVisible();
  await expect(page.getByText('Download the picture instead.', { exact: true })).toBeVisible();
});

test('a browser without a share sheet offers no Share; the garden is shared and copied as a PNG', async ({ page, site }) => {
  await page.context().grantPermissions(['camera', 'clipboard-read', 'clipboard-write'], { origin: site.url });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { gallery } = await openCameraPage(page, '/projects/camera-kaleidoscope');
  let release = () => {};
  gallery.hold = new Promise((resolve) => (release = resolve));
  const grow = async () => {
    await startGarden(page);
    await finishGarden(page);
  };
  await page.getByRole('button', { name: 'Enable Camera' }).click();
  await sharingOf(page).check();
  await grow();
  await expect(page.getByText('Saving to gallery...', { exact: true })).toBeVisible();
  release();
  await expect(page.getByText('Saved to gallery!', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'View Gallery' })).toHaveAttribute('href', '/projects/kaleidoscope-gallery');
  await expect(page.getByRole('button', { name: 'Copy image' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toHaveCount(0);
  await page.evaluate(() =>
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files }: { files: File[] }) =>
        Object.assign(window, { shared: files.map(({ name, type }) => `${name} ${type}`) }),
    }),
  );
  await page.getByRole('button', { name: 'Grow another' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await grow();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shared: unknown }).shared))
    .toEqual(['kaleidoscope-garden.png image/png']);
  await page.getByRole('button', { name: 'Copy image' }).click();
  await expect(page.getByText('Image copied', { exact: true })).toBeVisible();
  const types = await page.evaluate(async () => (await navigator.clipboard.read()).flatMap((item) => item.types));
  expect(types).toEqual(['image/png']);
});

test('a picture whose removal the gallery refuses stays there, says so, and can be removed later', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/503/);
  const { gallery } = await openCameraPage(page, hexagon.path);
  gallery.keepsAll = true;
  await takePicture(page, hexagon);
  const remove = page.getByRole('button', { name: 'Remove from gallery' });
  await remove.click();
  await expect(page.getByText('Could not remove it from the gallery', { exact: true })).toBeVisible();
  expect(gallery.removed).toEqual([]);
  gallery.keepsAll = false;
  await remove.click();
  await expect(page.getByText('Removed from gallery', { exact: true })).toBeVisible();
  expect(gallery.removed).toHaveLength(1);
});

test('a private picture stays private when a tile is retaken; a camera that fails meanwhile leaves it as it was', async ({
  page,
}) => {
  const { gallery, cameras } = await openCameraPage(page, hexagon.path);
  await takePicture(page, hexagon, { isShared: false });
  const picture = page.getByRole('img', { name: 'Your collage of 100 photos' });
  const before = await picture.getAttribute('src');
  const retake = page.getByRole('button', { name: 'Retake one tile' });
  await retake.click();
  const take = page.getByRole('button', { name: 'Take this tile' });
  await expect(take).toBeEnabled();
  await unplugCamera(page);
  await expect(page.getByRole('alert')).toHaveText(
    'The camera was unplugged or taken over by another app. The picture is as it was.',
  );
  await expect(picture).toHaveAttribute('src', before!);
  await retake.click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await take.click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(picture).not.toHaveAttribute('src', before!);
  await expect(page.getByText('Not in the gallery: this picture is on your device only.')).toBeVisible();
  expect(gallery.tried).toEqual([]);
  expect(await cameras()).toEqual({ opened: 4, stopped: 4, live: 0 });
});
