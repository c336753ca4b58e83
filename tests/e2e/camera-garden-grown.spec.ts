import type { Page } from '@playwright/test';
import { coverageOf } from '../../apps/demos-cameras/src/garden/garden.model.ts';
import { countCameras, downloadPicture, fakeCameras, launchWith, stubGallery } from '../support/camera.ts';
import { listPictures, sharePicture } from '../support/gallery.ts';
import {
  finishGarden,
  GARDEN_PATH,
  gardenOf,
  gardenRoom,
  growthOf,
  openGarden,
  PHONE,
  startButton,
  startGarden,
} from '../support/garden.ts';
import { startSite } from '../support/site.ts';
import { expect, test } from '../support/journey.ts';

test.use({ launchOptions: launchWith(fakeCameras(3)), permissions: ['camera'] });

/** Records when photos are taken. */
async function watch(page: Page) {
  await page.addInitScript(() => {
    const run = { photos: [] as number[] };
    Object.assign(window, { run });
    const draw = CanvasRenderingContext2D.prototype.drawImage;
    CanvasRenderingContext2D.prototype.drawImage = function drawAndNote(this: CanvasRenderingContext2D, ...args: unknown[]) {
      if (args[0] instanceof HTMLVideoElement) run.photos.push(performance.now());
      Reflect.apply(draw, this, args);
    } as typeof draw;
  });
}

interface Run {
  readonly photos: number[];
}
const runOf = (page: Page) => page.evaluate(() => (window as unknown as { run: Run }).run);

test('with reduced motion: one photo per second, in place at once, until 60 % are covered; a second later the picture and the request', async ({
  page,
}) => {
  const gallery = await stubGallery(page);
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const cameras = await countCameras(page);
  await watch(page);
  await openGarden(page, `${GARDEN_PATH}?seed=11`);
  await startGarden(page);
  await expect(growthOf(page)).toHaveText(/^1 flower,/);
  const meter = gardenRoom(page).getByRole('meter', { name: 'Coverage' });
  // Flowers are in their final places: the first one covers at once.
  expect(await meter.evaluate((one: HTMLMeterElement) => one.value)).toBeGreaterThan(0.03);
  // A mark shows where the garden is complete.
  const goal = await meter.evaluate((one) => {
    const [whole, mark] = [one, one.nextElementSibling!].map((element) => element.getBoundingClientRect());
    return (mark!.left - whole!.left) / whole!.width;
  });
  expect(goal).toBeCloseTo(0.6, 2);
  const garden = gardenOf(11, PHONE);
  const flowers = garden.flowers.length;
  const coverage = coverageOf(garden);
  await page.clock.runFor((flowers - 2) * 1000);
  await expect(growthOf(page)).toHaveText(new RegExp(`^${flowers - 1} flowers,`));
  await page.clock.runFor(1000);
  const full = gardenRoom(page).getByText('The garden is full');
  await expect(full).toBeVisible();
  // The clock is up to ten milliseconds after the last photo.
  await page.clock.runFor(980);
  await expect(full).toBeVisible();
  expect(gallery.tried, 'nothing leaves before the end').toEqual([]);
  await page.clock.runFor(20);
  await expect(full).toHaveCount(0);
  await page.clock.resume();
  await expect(page.getByRole('heading', { name: 'Garden Complete!' })).toBeVisible();
  await expect(page.locator('[data-fact=flowers]')).toHaveText(`${flowers} flowers`);
  await expect(page.locator('[data-fact=coverage]')).toHaveText(`${Math.floor(coverage * 100)}% of the view in bloom`);
  const { photos } = await runOf(page);
  expect(photos.map((at) => Math.round(at - photos[0]!))).toEqual(Array.from({ length: flowers }, (_, n) => n * 1000));
  await expect(page.getByText('Saved to gallery!', { exact: true })).toBeVisible();
  expect(await cameras()).toEqual({ opened: 2, stopped: 2, live: 0 });

  // The file has the page's pixels, with as many in bloom as on the meter.
  expect(gallery.tried).toHaveLength(1);
  const sent = gallery.tried[0]!.body;
  expect(Object.keys(sent).toSorted()).toEqual(['flowerCount', 'imageData']);
  expect(sent['imageData']).toMatch(/^data:image\/png;base64,/);
  const { name, content } = await downloadPicture(page, 'Download Image');
  expect(name).toBe('kaleidoscope-garden.png');
  expect(content.subarray(1, 4).toString()).toBe('PNG');
  const reading = await page.evaluate(async (bytes) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))]));
    const { width, height } = bitmap;
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
    context.drawImage(bitmap, 0, 0);
    const seen = context.getImageData(0, 0, width, height).data;
    const evening = context.createLinearGradient(0, 0, 0, height);
    for (const [n, color] of ['#101a3a', '#1d3a4a', '#24553d'].entries()) evening.addColorStop(n / 2, color);
    context.fillStyle = evening;
    context.fillRect(0, 0, width, height);
    const ground = context.getImageData(0, 0, width, height).data;
    let differing = 0;
    for (let at = 0; at < seen.length; at += 4) {
      const apart = [0, 1, 2].map((c) => Math.abs(seen[at + c]! - ground[at + c]!));
      if (Math.max(...apart) > 3) differing += 1;
    }
    return { width, height, bloom: differing / (width * height) };
  }, content.toString('base64'));
  expect(reading).toMatchObject(PHONE);
  expect(Math.abs(reading.bloom - coverage) / coverage).toBeLessThan(0.02);
});

test('flowers fall before they settle, and Finish now keeps the garden as it is', async ({ page }) => {
  const gallery = await stubGallery(page);
  const cameras = await countCameras(page);
  await page.setViewportSize({ width: 800, height: 600 });
  await openGarden(page, `${GARDEN_PATH}?seed=4`);
  await startGarden(page);
  // A flower counts once part of it is visible, which is reported with the next photo.
  await page.clock.runFor(2_000);
  await expect(growthOf(page)).toHaveText('2 flowers, 0% covered');
  // The slowest flower falls 120 pixels per second.
  await page.clock.runFor(4_000);
  await expect(growthOf(page)).toHaveText(/^\d+ flowers, [1-9]\d*% covered$/);
  await finishGarden(page);
  await expect(page.getByRole('heading', { name: 'Garden Complete!' })).toBeFocused();
  const flowers = Number((await page.locator('[data-fact=flowers]').textContent())?.split(' ')[0]);
  expect(flowers).toBeGreaterThan(2);
  await expect(page.getByText('Saved to gallery!', { exact: true })).toBeVisible();
  expect(gallery.tried.map(({ body, headers }) => [body['flowerCount'], headers['x-exhibit']])).toEqual([
    [flowers, 'kaleidoscope'],
  ]);
  expect((await cameras()).live).toBe(0);
  await page.getByRole('button', { name: 'Grow another' }).click();
  await expect(startButton(page)).toBeEnabled();
});

test('if the gallery is full or down, the garden stays on the page and can be saved again', async ({ page, expectedConsole }) => {
  expectedConsole.push(/507/, /ERR_CONNECTION_REFUSED/, /Failed to fetch/);
  const site = await startSite({ env: { GALLERY_MAX_PICTURES: '1' } });
  const other = await sharePicture(site.url, 1, 'collage', 20);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize(PHONE);
  await openGarden(page, `${site.url}${GARDEN_PATH}?seed=6`);
  await startGarden(page);
  const answer = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/api/kaleidoscope-submissions'),
  );
  await finishGarden(page);
  expect((await answer).status()).toBe(507);
  await expect(page.getByText('Failed to save to gallery', { exact: true })).toBeVisible();
  await expect(page.getByText('Failed to save submission. The picture is still here, and nothing is lost.')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Your garden of 1 flower' })).toBeVisible();
  await fetch(`${site.url}/api/kaleidoscope-submissions/${other.id}`, {
    method: 'DELETE',
    headers: { 'X-Delete-Token': other.deleteToken },
  });
  await site.close();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(
    page.getByText('No response: check the connection. The picture is still here, and nothing is lost.'),
  ).toBeVisible();
  expect((await downloadPicture(page, 'Download Image')).content.subarray(1, 4).toString()).toBe('PNG');
  const back = await startSite({ env: { PORT: new URL(site.url).port } });
  try {
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Saved to gallery!', { exact: true })).toBeVisible();
    expect(await listPictures(back.url)).toHaveLength(1);
  } finally {
    await back.close();
  }
});
