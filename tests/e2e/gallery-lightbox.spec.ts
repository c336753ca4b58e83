import type { Locator, Page } from '@playwright/test';
import { decodeQR } from 'qr/decode.js';
import {
  GALLERY_API,
  GALLERY_PATH,
  lightboxOf,
  sharePicture,
  stubbedId,
  stubPictures,
  tilesOf,
  stretchStatisticsTimeout,
} from '../support/gallery.ts';
import { expect, stopClock, test } from '../support/journey.ts';
import { setFontSize } from '../support/large-text.ts';

test.beforeEach(({ page }) => stretchStatisticsTimeout(page));

test('an address opens its picture on another device, responds with 404 if there is none, and is shown as a QR code', async ({
  ownSite: { url },
  page,
  request,
  expectedConsole,
}) => {
  expectedConsole.push(/404/);
  const [first, second] = [await sharePicture(url, 1, 'hexagon', 100), await sharePicture(url, 2, 'collage', 20)];
  const response = await page.goto(`${url}/gallery/${first.id}`);
  expect(response?.status()).toBe(200);
  const document = (await response?.text()) ?? '';
  expect(document).toMatch(/<title>Picture – /);
  // What a messaging app reads from a link: an address that it can open, and the size of the picture.
  const tag = (name: string) => new RegExp(`<meta property="og:${name}" content="([^"]*)">`).exec(document)?.[1];
  expect(tag('url')).toBe(`${url}/gallery/${first.id}`);
  expect(tag('image')).toBe(url + first.imageUrl);
  expect([tag('image:width'), tag('image:height')]).toEqual([String(first.width), String(first.height)]);
  expect((await request.get(tag('image') ?? '')).headers()['content-type']).toBe('image/jpeg');
  await expect(lightboxOf(page).locator('img')).toHaveAttribute('src', first.imageUrl);
  const place = lightboxOf(page).getByText('2 of 2', { exact: true });
  await expect(place).toBeFocused();
  await expect(place, 'no ring around text').toHaveCSS('outline-style', 'none');
  await expect(page).toHaveTitle(/^Honeycomb of 100 photos, /);

  await lightboxOf(page).getByRole('button', { name: 'QR code' }).click();
  const code = lightboxOf(page).getByRole('img', { name: `QR code for ${url}/gallery/${first.id}` });
  await expect(code.locator('path')).toHaveCount(1);
  // Decoded from the pixels on the screen, as by a phone's camera.
  const image = await page.evaluate(
    async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(bytes)]));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
      context.drawImage(bitmap, 0, 0);
      const { data, width, height } = context.getImageData(0, 0, bitmap.width, bitmap.height);
      return { data: [...data], width, height };
    },
    [...(await code.screenshot({ scale: 'css' }))],
  );
  expect(decodeQR({ ...image, data: Uint8Array.from(image.data) })).toBe(`${url}/gallery/${first.id}`);
  // Escape closes only the code.
  await page.keyboard.press('Escape');
  await expect(lightboxOf(page).getByRole('button', { name: 'QR code' })).toBeFocused();

  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(`${url}/gallery/${second.id}`);
  await lightboxOf(page).getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(url + GALLERY_PATH);
  await expect(tilesOf(page).first()).toBeFocused();

  const missing = `/gallery/${'0'.repeat(32)}`;
  expect((await request.get(url + missing)).status()).toBe(404);
  // Without reloading the document.
  await page.evaluate((address) => {
    window.history.pushState(null, '', address);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, missing);
  await expect(page.getByText('There is no picture at this address')).toBeVisible();
  await expect(tilesOf(page)).toHaveCount(2);
});

const SHAPES = [
  ['tall', 1600, 2000],
  ['wide', 4260, 1920],
] as const;

/** Responds with pictures of these shapes for the lightbox, large enough that the window determines their size. */
async function stubShapes(page: Page): Promise<void> {
  await stubPictures(page, SHAPES.length, ['hexagon']);
  for (const [n, [, width, height]] of SHAPES.entries()) {
    const body = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#35b6ff"/></svg>`;
    await page.route(`${GALLERY_API}/${stubbedId(n)}/image`, (route) => route.fulfill({ contentType: 'image/svg+xml', body }));
  }
  await page.addInitScript(
    (tokens) => localStorage.setItem('gallery-delete-tokens', tokens),
    JSON.stringify(Object.fromEntries(SHAPES.map((_, n) => [stubbedId(n), 'token']))),
  );
}

test('a tall and a wide picture shrink to make room for the report and the confirmation, whole and undistorted; a slideshow starts over at the end, waits while a report is open, and is paused where it was started', async ({
  page,
}) => {
  await stubShapes(page);
  await page.goto(GALLERY_PATH);
  await tilesOf(page).first().click();
  const image = lightboxOf(page).locator('img[data-status=shown]');
  const button = (name: string) => lightboxOf(page).getByRole('button', { name, exact: true });
  const place = (n: number) => expect(lightboxOf(page).getByText(`${n} of 2`, { exact: true })).toBeVisible();
  for (const [n, [shape, width, height]] of SHAPES.entries()) {
    await place(n + 1);
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
      { width: 844, height: 390 },
      // Too small for everything: the part just opened is visible.
      { width: 320, height: 420 },
    ]) {
      await page.setViewportSize(size);
      const isTiny = size.width === 320;
      const see = async (parts: readonly Locator[]) => {
        const seen = isTiny ? parts : [...parts, image, button('Close')];
        for (const one of seen) await expect.soft(one, `${shape}, ${size.width} px`).toBeInViewport({ ratio: 1 });
        const box = (await image.boundingBox())!;
        expect.soft(box.width / box.height, `${shape}, ${size.width} px`).toBeCloseTo(width / height, 1);
        expect.soft(Math.min(box.width, box.height), `${shape}, ${size.width} px`).toBeGreaterThan(isTiny ? 64 : 96);
      };
      await button('Report').click();
      await see([lightboxOf(page).getByRole('textbox'), button('Send report'), button('Do not report')]);
      await button('Do not report').click();
      await button('Remove from gallery').click();
      await see([button('Remove it'), button('Keep it')]);
      await button('Keep it').click();
    }
    await page.keyboard.press('ArrowRight');
  }

  // The second of the two pictures is open.
  await page.setViewportSize({ width: 1280, height: 720 });
  await stopClock(page);
  await button('Slideshow').click();
  await page.clock.fastForward(5000);
  await place(1);
  await expect(image).toBeVisible();
  // A report belongs to the picture on which it was started, so the slideshow waits.
  await button('Report').click();
  await page.clock.fastForward(20_000);
  await place(1);
  await page.keyboard.press('Escape');
  await button('Pause slideshow').click();
  await page.clock.fastForward(20_000);
  await place(1);

  // The longer label moves nothing: the next press hits the same button, not Download.
  const downloads: string[] = [];
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  const parts = lightboxOf(page)
    .getByRole('button', { name: /slideshow$/i })
    .or(lightboxOf(page).getByRole('link'));
  const boxes = () => parts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  for (const fontSize of [16, 32] as const) {
    await setFontSize(page, fontSize);
    for (const [width, height] of [
      [1440, 900],
      [844, 390],
      [390, 844],
      [320, 640],
    ] as const) {
      const where = `${width} px, font size ${fontSize}`;
      await page.setViewportSize({ width, height });
      await button('Slideshow').click();
      await expect(button('Pause slideshow')).toBeVisible();
      const playing = await boxes();
      await page.mouse.down();
      await page.mouse.up();
      await expect.soft(button('Slideshow'), `${where}: paused by a second press`).toBeVisible();
      expect.soft(await boxes(), where).toEqual(playing);
      // After a failure, the other sizes are still tested.
      if (await button('Pause slideshow').isVisible()) await button('Pause slideshow').click();
    }
  }
  expect(downloads).toEqual([]);
});
