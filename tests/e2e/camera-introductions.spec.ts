import { expectAccessible } from '../support/accessible.ts';
import { countCameras, fakeCameras, launchWith, nameCameras, stubGallery } from '../support/camera.ts';
import {
  answerPrompt,
  askedOf,
  CAMERA_NAMES,
  holdPrompt,
  SHARES_BY_DEFAULT,
  SHARING_NOTICE,
  sharingOf,
} from '../support/camera-room.ts';
import { COLLAGE_PAGES, type CollagePage } from '../support/collage-pages.ts';
import { expect, test } from '../support/journey.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ['camera'] });

const { collage, optimal, optimal80, hybrid } = COLLAGE_PAGES;

for (const one of Object.values<CollagePage>(COLLAGE_PAGES)) {
  test(`${one.path}: asks for a camera, turns it off, draws every cell of its layout and says what is shared`, async ({
    page,
  }) => {
    await stubGallery(page);
    const cameras = await countCameras(page);
    await nameCameras(page, CAMERA_NAMES);
    await holdPrompt(page);
    await page.goto(one.path);
    await expect(page.getByText('Requesting camera access...')).toBeVisible();
    await answerPrompt(page);
    const preview = page.getByRole('img', { name: one.preview });
    await expect(preview).toBeVisible();
    // Every cell of the preview is drawn, and they differ.
    const cells = one.layout.cells.map(({ box }) => ({
      x: (box.x + box.width / 2) / one.size.width,
      y: (box.y + box.height / 2) / one.size.height,
    }));
    const colors = await preview.evaluate((canvas: HTMLCanvasElement, places) => {
      const context = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true })!;
      context.drawImage(canvas, 0, 0);
      return places.map(({ x, y }) => [...context.getImageData(x * canvas.width, y * canvas.height, 1, 1).data].join());
    }, cells);
    expect(colors.filter((color) => color.endsWith(',0'))).toEqual([]);
    expect(new Set(colors).size).toBeGreaterThan(3);
    await expect(page.getByText(SHARING_NOTICE)).toBeVisible();
    await expect(sharingOf(page)).toBeChecked({ checked: SHARES_BY_DEFAULT });
    if (one === optimal80) await expect(page.getByText(`Camera: ${one.chosen}`)).toBeVisible();
    expect(await askedOf(page)).toMatchObject([{ audio: false, video: { width: { ideal: 1920 }, height: { ideal: 1080 } } }]);
    // The camera ran only for its name.
    expect(await cameras()).toEqual({ opened: 1, stopped: 1, live: 0 });
  });
}

test.describe('without permission', () => {
  test.use({ permissions: [] });

  for (const one of Object.values<CollagePage>(COLLAGE_PAGES)) {
    test(`${one.path}: says that the camera is denied, asks again without a refresh, links back`, async ({ page, site }) => {
      await stubGallery(page);
      await page.goto(one.path);
      const alert = page.getByRole('alert');
      for (const text of ['Camera Access Required', ...one.denied])
        await expect(alert.getByText(text, { exact: true })).toBeVisible();
      await expect(alert.getByRole('link', { name: one.back[0] })).toHaveAttribute('href', one.back[1]);
      if (one === hybrid) await expectAccessible(page, 'denied');
      await page.context().grantPermissions(['camera'], { origin: site.url });
      await alert.getByRole('button', { name: one.retry }).click();
      await expect(page.getByRole('button', { name: one.start })).toBeEnabled();
    });
  }
});

// A list to choose from, and a menu.
for (const one of [optimal, optimal80]) {
  test(`${one.path}: Start waits for a camera`, async ({ page }) => {
    await stubGallery(page);
    await page.addInitScript(() => {
      navigator.mediaDevices.enumerateDevices = () => Promise.resolve([]);
    });
    await page.goto(one.path);
    await expect(page.getByText('No cameras detected')).toBeAttached();
    await expect(page.getByRole('button', { name: one.start })).toBeDisabled();
  });
}

test('a camera that does not start is a denial', async ({ page }) => {
  await stubGallery(page);
  await page.addInitScript(() => {
    let asked = 0;
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = (constraints) =>
      (asked += 1) === 2 ? Promise.reject(new DOMException('in use', 'NotReadableError')) : open(constraints);
  });
  await page.goto(collage.path);
  await page.getByRole('button', { name: collage.start }).click();
  await expect(page.getByRole('alert')).toContainText('Camera Access Required');
  await expect(page.getByRole('alert')).toContainText('something else is using it');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('button', { name: collage.start })).toBeEnabled();
});
