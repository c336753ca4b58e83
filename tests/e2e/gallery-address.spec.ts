import { decodeQR } from 'qr/decode.js';
import { GALLERY_PATH, lightboxOf, sharePicture, stubPictures, stubbedId, tilesOf, waitForNumbers } from '../support/gallery.ts';
import { expect, stopClock, test } from '../support/journey.ts';

test.beforeEach(({ page }) => waitForNumbers(page));

test('a picture has an address: it is opened by click and by keyboard, and Back returns to its place in the grid', async ({
  page,
}) => {
  await stubPictures(page, 250, ['collage', 'hexagon']);
  await page.goto(GALLERY_PATH);
  await expect(tilesOf(page).first()).toBeVisible();
  // Far down, where more pictures have been loaded.
  const tile = page.locator('li[data-index="120"] a');
  await expect(async () => {
    await page.mouse.wheel(0, 2000);
    await expect(tile).toBeVisible({ timeout: 500 });
  }).toPass();
  await tile.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  expect(place).toBeGreaterThan(1000);
  await tile.click();
  await expect(page).toHaveURL(`/gallery/${stubbedId(120)}`);
  await expect(page).toHaveTitle(/^20-photo collage of 50 photos, \d+ \w+ 2026 – /);
  await expect(lightboxOf(page).locator('img')).toHaveAttribute('src', new RegExp(stubbedId(120)));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(`/gallery/${stubbedId(122)}`);
  await page.goBack();
  await expect(lightboxOf(page)).toHaveCount(0);
  await expect(page).toHaveURL(GALLERY_PATH);
  await expect(page).toHaveTitle(/^Gallery – /);
  await expect(page.locator('li[data-index="122"] a')).toBeFocused();
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - place)).toBeLessThan(600);

  await page.keyboard.press('Enter');
  await expect(lightboxOf(page).getByText('123', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(GALLERY_PATH);
  await expect(page.locator('li[data-index="122"] a')).toBeFocused();
  await page.goForward();
  await expect(lightboxOf(page)).toBeVisible();
});

test('an address opens its picture on another device, responds with 404 for a missing one, and is shown as a QR code', async ({
  ownSite: { url },
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/404/);
  const [first, second] = [await sharePicture(url, 1, 'hexagon', 100), await sharePicture(url, 2, 'collage', 20)];
  const answer = await page.goto(`${url}/gallery/${first.id}`);
  expect(answer?.status()).toBe(200);
  const document = (await answer?.text()) ?? '';
  expect(document).toMatch(/<title>Picture – /);
  // What a messenger reads of a link: an address that it can open, and the shape of the picture.
  const tag = (name: string) => new RegExp(`<meta property="og:${name}" content="([^"]*)">`).exec(document)?.[1];
  expect(tag('url')).toBe(`${url}/gallery/${first.id}`);
  expect(tag('image')).toBe(url + first.imageUrl);
  expect([tag('image:width'), tag('image:height')]).toEqual([String(first.width), String(first.height)]);
  expect((await page.request.get(tag('image') ?? '')).headers()['content-type']).toBe('image/jpeg');
  await expect(lightboxOf(page).locator('img')).toHaveAttribute('src', first.imageUrl);
  await expect(lightboxOf(page).getByText('2 of 2', { exact: true })).toBeVisible();
  await expect(page).toHaveTitle(/^Honeycomb of 100 photos, /);

  await lightboxOf(page).getByRole('button', { name: 'QR code' }).click();
  const code = lightboxOf(page).getByRole('img', { name: `QR code of ${url}/gallery/${first.id}` });
  await expect(code.locator('path')).toHaveCount(1);
  // Decoded from the pixels on the screen, as a phone does.
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

  const missing = await page.goto(`${url}/gallery/${'0'.repeat(32)}`);
  expect(missing?.status()).toBe(404);
  await expect(page.getByText('There is no picture at this address')).toBeVisible();
  await expect(tilesOf(page)).toHaveCount(2);
});

test('a slideshow advances until it is paused, waits for an open question, and restarts after the last picture', async ({
  page,
}) => {
  await stubPictures(page, 3, ['collage']);
  await page.goto(GALLERY_PATH);
  await expect(tilesOf(page)).toHaveCount(3);
  await stopClock(page);
  await tilesOf(page).nth(1).click();
  const place = (n: number) => lightboxOf(page).getByText(`${n} of 3`, { exact: true });
  const isShown = () => expect(lightboxOf(page).locator('img[data-status=shown]')).toBeVisible();
  await expect(place(2)).toBeVisible();
  await isShown();
  await lightboxOf(page).getByRole('button', { name: 'Slideshow', exact: true }).click();
  await page.clock.fastForward(5000);
  await expect(place(3)).toBeVisible();
  await isShown();
  await page.clock.fastForward(5000);
  await expect(place(1)).toBeVisible();
  await isShown();
  // The text of a report belongs to the picture on which it was started.
  await lightboxOf(page).getByRole('button', { name: 'Report', exact: true }).click();
  await page.clock.fastForward(20_000);
  await expect(place(1)).toBeVisible();
  await page.keyboard.press('Escape');
  await lightboxOf(page).getByRole('button', { name: 'Pause slideshow' }).click();
  await page.clock.fastForward(20_000);
  await expect(place(1)).toBeVisible();
});

test('with reduced motion a slideshow runs only on request, without a fade', async ({ page }) => {
  await stubPictures(page, 2, ['collage']);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(GALLERY_PATH);
  await expect(tilesOf(page)).toHaveCount(2);
  await stopClock(page);
  await tilesOf(page).first().click();
  await expect(lightboxOf(page).locator('img[data-status=shown]')).toBeVisible();
  await lightboxOf(page).getByRole('button', { name: 'Slideshow', exact: true }).click();
  await page.clock.fastForward(5000);
  await expect(lightboxOf(page).getByText('2 of 2', { exact: true })).toBeVisible();
  await expect(lightboxOf(page).locator('img[data-status=shown]')).toBeVisible();
  expect(
    await lightboxOf(page)
      .locator('img')
      .evaluate((image) => image.getAnimations().length),
  ).toBe(0);
});
