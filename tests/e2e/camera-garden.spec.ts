import type { Page } from '@playwright/test';
import { coverageOf } from '../../apps/demos-cameras/src/garden/garden.model.ts';
import { expectAccessible, expectAccessibleInAllColors } from '../support/accessible.ts';
import { countCameras, downloadPicture, fakeCameras, launchWith, nameCameras, stubGallery } from '../support/camera.ts';
import { answerPrompt, CAMERA_NAMES, holdPrompt, requestsOf, SHARING_NOTICE, sharingOf } from '../support/camera-page.ts';
import { throttleFrames } from '../support/frames.ts';
import {
  finishGarden,
  GARDEN_PATH,
  gardenDialog,
  gardenOf,
  growthOf,
  openGarden,
  PHONE,
  startButton,
  startGarden,
  stopPlanting,
} from '../support/garden.ts';
import { expect, test } from '../support/journey.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ['camera'] });

/** Records when photos are taken. */
const watch = (page: Page) =>
  page.addInitScript(() => {
    const photos: number[] = [];
    Object.assign(window, { photos });
    const draw = CanvasRenderingContext2D.prototype.drawImage;
    CanvasRenderingContext2D.prototype.drawImage = function drawAndNote(this: CanvasRenderingContext2D, ...args: unknown[]) {
      if (args[0] instanceof HTMLVideoElement) photos.push(performance.now());
      Reflect.apply(draw, this, args);
    } as typeof draw;
  });

/** Expects the flowers of the full garden on the page to look the same mirrored or after a sixth of a turn. */
async function expectKaleidoscopes(page: Page): Promise<void> {
  const canvas = page.locator('canvas[data-full]');
  await expect(canvas).toBeVisible();
  const garden = gardenOf(20250624, { width: 960, height: 720 });
  await expect(canvas).toHaveAttribute('data-flowers', String(garden.flowers.length));
  const flowers = garden.flowers.filter(({ y, radius }) => y > radius);
  expect(flowers.length).toBeGreaterThan(8);
  const differences = await canvas.evaluate(
    (element: HTMLCanvasElement, all) => {
      const context = new OffscreenCanvas(element.width, element.height).getContext('2d', { willReadFrequently: true })!;
      context.drawImage(element, 0, 0);
      const mean = (x: number, y: number) => {
        const { data } = context.getImageData(Math.round(x) - 3, Math.round(y) - 3, 6, 6);
        return [0, 1, 2].map((c) => data.reduce((sum, value, at) => (at % 4 === c ? sum + value / 36 : sum), 0));
      };
      return all.map(({ x, y, radius, rotation }) => {
        const at = (angle: number) =>
          mean(x + 0.45 * radius * Math.cos(rotation + angle), y + 0.45 * radius * Math.sin(rotation + angle));
        const colors = Array.from({ length: 6 }, (_, n) => at(0.26 + (n * Math.PI) / 3));
        // A mirrored wedge: the same distance on the other side of the petal's middle.
        const mirrored = Array.from({ length: 6 }, (_, n) => at(-0.26 + (n * Math.PI) / 3));
        const [first] = colors;
        return Math.max(
          ...[...colors, ...mirrored].map((color) => Math.max(...color.map((part, c) => Math.abs(part - first![c]!)))),
        );
      });
    },
    flowers.map(({ x, y, radius, rotation }) => ({ x, y, radius, rotation })),
  );
  // Edges between two colors are rasterized slightly differently.
  expect(differences.toSorted((a, b) => a - b)[Math.floor(differences.length * 0.7)]!, differences.join(' ')).toBeLessThan(25);
}

/** The size of a garden's picture, and the share of its pixels that differ from the evening background. */
const readGarden = (page: Page, content: Buffer) =>
  page.evaluate(async (bytes) => {
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
      const differences = [0, 1, 2].map((c) => Math.abs(seen[at + c]! - ground[at + c]!));
      if (Math.max(...differences) > 3) differing += 1;
    }
    return { width, height, bloom: differing / (width * height) };
  }, content.toString('base64'));

/** Starts a garden, grants access to the camera, and waits for the first flower. */
async function plant(page: Page): Promise<void> {
  const { length } = await requestsOf(page);
  const starting = startGarden(page);
  await expect.poll(async () => (await requestsOf(page)).length).toBe(length + 1);
  await answerPrompt(page);
  await starting;
  await expect(growthOf(page)).toHaveText(/^1 flower,/);
}

test('the camera is requested only when the visitor enables it; with reduced motion each second’s photo is in place at once, until 60% is covered; a second later the picture is made and sent; Cancel and Escape discard it; a wide window is saved 1920 pixels wide', async ({
  page,
}) => {
  const gallery = await stubGallery(page);
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await nameCameras(page, CAMERA_NAMES);
  const cameras = await countCameras(page);
  await watch(page);
  await holdPrompt(page);
  await page.goto(`${GARDEN_PATH}?seed=11`);
  await expect(page.getByRole('link', { name: 'Back to Projects' })).toHaveAttribute('href', '/projects');
  await expectKaleidoscopes(page);
  expect(await cameras()).toEqual({ opened: 0, stopped: 0, live: 0 });
  await page.getByRole('button', { name: 'Enable Camera' }).press('Enter');
  // The button that had the focus is gone.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText('Requesting camera access...')).toBeVisible();
  await answerPrompt(page);
  const list = page.getByRole('list', { name: 'Cameras' });
  await expect(list.getByRole('button')).toHaveText(['Front Camera Front', 'Back Camera Rear']);
  await expect(page.getByText(SHARING_NOTICE)).toBeVisible();
  await list.getByRole('button', { name: /^Front Camera/ }).click();
  await expect(list.getByRole('button', { pressed: true })).toHaveText('Front Camera Front');
  expect(await cameras()).toEqual({ opened: 1, stopped: 1, live: 0 });
  expect((await requestsOf(page))[0]).toMatchObject({ audio: false, video: { width: { ideal: 640 }, height: { ideal: 480 } } });
  await expectAccessibleInAllColors(page, 'introduction', [PHONE.width, 820, 1440]);
  await page.setViewportSize(PHONE);

  // The dialog opens with the focus on Finish now, which does nothing before the first flower: the camera is not on yet.
  await sharingOf(page).check();
  await startButton(page).press('Enter');
  await expect(gardenDialog(page).getByRole('button', { name: 'Finish now' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(gardenDialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(gardenDialog(page)).toHaveCount(0);
  await expect(startButton(page)).toBeFocused();
  await answerPrompt(page);

  await plant(page);
  const meter = gardenDialog(page).getByRole('meter', { name: 'Coverage' });
  // Flowers start in their final places, so the first one counts at once.
  expect(await meter.evaluate((one: HTMLMeterElement) => one.value)).toBeGreaterThan(0.03);
  // A mark shows the coverage at which the garden is complete.
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
  const full = gardenDialog(page).getByText('The garden is full');
  await expect(full).toBeVisible();
  // The clock is up to ten milliseconds after the last photo.
  await page.clock.runFor(980);
  await expect(full).toBeVisible();
  expect(gallery.tried, 'nothing is sent before the end').toEqual([]);
  await page.clock.runFor(20);
  await expect(full).toHaveCount(0);
  await page.clock.resume();
  const title = page.getByRole('heading', { name: 'Garden Complete!' });
  await expect(title).toBeFocused();
  await expect(title, 'no ring around text').toHaveCSS('outline-style', 'none');
  await expect(page.locator('[data-fact=coverage]')).toHaveText(`${Math.floor(coverage * 100)}% of the view in bloom`);
  const photos = await page.evaluate(() => (window as unknown as { photos: number[] }).photos);
  expect(photos.map((at) => Math.round(at - photos[0]!))).toEqual(Array.from({ length: flowers }, (_, n) => n * 1000));
  const saved = page.getByText('Saved to gallery!', { exact: true });
  await expect(saved).toBeVisible();
  const picture = page.getByRole('img', { name: /^Your garden of/ });
  for (const part of [picture, title, saved, page.getByRole('button', { name: 'Download Image' })])
    await expect.soft(part).toBeInViewport({ ratio: 1 });
  expect(await cameras()).toMatchObject({ live: 0 });
  await expectAccessible(page, 'end on a phone');

  // The file has the window's size, and as much of it is in bloom as the meter showed.
  expect(gallery.tried).toHaveLength(1);
  const sent = gallery.tried[0]!.body;
  expect(Object.keys(sent).toSorted()).toEqual(['flowerCount', 'imageData']);
  expect(sent['imageData']).toMatch(/^data:image\/png;base64,/);
  const { content } = await downloadPicture(page, 'Download Image');
  const reading = await readGarden(page, content);
  expect(reading).toMatchObject(PHONE);
  expect(Math.abs(reading.bloom - coverage) / coverage).toBeLessThan(0.02);

  await page.getByRole('button', { name: 'Grow another' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.setViewportSize({ width: 2400, height: 1000 });
  await plant(page);
  await gardenDialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(gardenDialog(page)).toHaveCount(0);
  await plant(page);
  await page.keyboard.press('Escape');
  await expect(gardenDialog(page)).toHaveCount(0);
  await expect.poll(async () => (await cameras()).live).toBe(0);
  await sharingOf(page).uncheck();
  await plant(page);
  await stopPlanting(page);
  await expectAccessibleInAllColors(page, 'garden');
  await finishGarden(page);
  await expect(page.getByText('Not in the gallery: this picture is on your device only.')).toBeVisible();
  await expect(page.locator('[data-fact=flowers]')).toHaveText('1 flower');
  const wide = (await downloadPicture(page, 'Download Image')).content;
  expect([wide.readUInt32BE(16), wide.readUInt32BE(20)]).toEqual([1920, 800]);
  await page.setViewportSize({ width: 1440, height: 844 });
  await expectAccessibleInAllColors(page, 'end');
  expect(gallery.tried).toHaveLength(1);
});

test('flowers fall before they settle, and Finish now keeps the garden as it is', async ({ page }) => {
  const gallery = await stubGallery(page);
  const cameras = await countCameras(page);
  await page.setViewportSize({ width: 800, height: 600 });
  await throttleFrames(page);
  await openGarden(page, `${GARDEN_PATH}?seed=4`);
  await startGarden(page);
  // A flower counts once part of it is visible, which is reported with the next photo.
  await page.clock.runFor(2_000);
  await expect(growthOf(page)).toHaveText('2 flowers, 0% covered');
  // The slowest flower falls 120 pixels per second.
  await page.clock.runFor(4_000);
  await expect(growthOf(page)).toHaveText(/^\d+ flowers, [1-9]\d*% covered$/);
  await finishGarden(page);
  const flowers = Number((await page.locator('[data-fact=flowers]').textContent())?.split(' ')[0]);
  expect(flowers).toBeGreaterThan(2);
  await expect(page.getByText('Saved to gallery!', { exact: true })).toBeVisible();
  expect(gallery.tried.map(({ body, headers }) => [body['flowerCount'], headers['x-exhibit']])).toEqual([
    [flowers, 'kaleidoscope'],
  ]);
  expect((await cameras()).live).toBe(0);
});
