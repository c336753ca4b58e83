import { expectAccessible, expectAccessibleInAllColors } from '../support/accessible.ts';
import { countCameras, downloadPicture, fakeCameras, launchWith, nameCameras, stubGallery } from '../support/camera.ts';
import { answerPrompt, askedOf, holdPrompt, SHARES_BY_DEFAULT, SHARING_NOTICE, sharingOf } from '../support/camera-room.ts';
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
  stopPlanting,
} from '../support/garden.ts';
import { expect, test } from '../support/journey.ts';

test.use({ launchOptions: launchWith(fakeCameras(3)), permissions: ['camera'] });

const NAMES = ['Front Camera', 'Back Camera'];

test('asks for the camera only on request, lists cameras as Front, Rear or Unknown, says what is shared', async ({ page }) => {
  await stubGallery(page);
  await nameCameras(page, NAMES);
  const cameras = await countCameras(page);
  await holdPrompt(page);
  await page.goto(GARDEN_PATH);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Camera Kaleidoscope');
  await expect(page.getByRole('img', { name: 'A full garden' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Projects' })).toHaveAttribute('href', '/projects');
  expect(await cameras()).toEqual({ opened: 0, stopped: 0, live: 0 });
  await page.getByRole('button', { name: 'Enable Camera' }).click();
  await expect(page.getByText('Requesting camera access...')).toBeVisible();
  await answerPrompt(page);
  const list = page.getByRole('list', { name: 'Cameras' });
  await expect(list.getByRole('button')).toHaveText(['Front Camera Front', 'Back Camera Rear', /^fake_device_\d Unknown$/]);
  await expect(list.getByRole('button', { pressed: true })).toHaveText('Back Camera Rear');
  await expect(startButton(page)).toBeEnabled();
  await expect(page.getByText(SHARING_NOTICE)).toBeVisible();
  await expect(sharingOf(page)).toBeChecked({ checked: SHARES_BY_DEFAULT });
  await list.getByRole('button', { name: /^Front Camera/ }).click();
  await expect(list.getByRole('button', { pressed: true })).toHaveText('Front Camera Front');
  expect(await cameras()).toEqual({ opened: 1, stopped: 1, live: 0 });
  const [asked] = await askedOf(page);
  expect(asked).toMatchObject({ audio: false, video: { width: { ideal: 640 }, height: { ideal: 480 } } });
});

test('without a camera Start waits', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.enumerateDevices = () => Promise.resolve([]);
  });
  await page.goto(GARDEN_PATH);
  await page.getByRole('button', { name: 'Enable Camera' }).click();
  await expect(page.getByText('No cameras detected', { exact: true })).toBeVisible();
  await expect(startButton(page)).toBeDisabled();
});

test.describe('without permission', () => {
  test.use({ permissions: [] });
  test('says that the camera is denied, and asks again without a refresh', async ({ page, site }) => {
    await page.goto(GARDEN_PATH);
    await page.getByRole('button', { name: 'Enable Camera' }).click();
    const alert = page.getByRole('alert');
    await expect(alert.getByText('Camera Access Required', { exact: true })).toBeVisible();
    await expect(
      alert.getByText('Camera permission denied. Please allow camera access and refresh the page', { exact: true }),
    ).toBeVisible();
    await expect(alert.getByRole('link', { name: 'Back to Projects' })).toHaveAttribute('href', '/projects');
    await expectAccessible(page, 'denied');
    await page.context().grantPermissions(['camera'], { origin: site.url });
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(startButton(page)).toBeEnabled();
  });
});

test('Cancel and Escape discard the garden; a wide window is saved 1920 pixels wide', async ({ page }) => {
  const gallery = await stubGallery(page);
  const cameras = await countCameras(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 2400, height: 1000 });
  await openGarden(page, `${GARDEN_PATH}?seed=5`);
  await startGarden(page);
  await expect(growthOf(page)).toHaveText(/^1 flower,/);
  await gardenRoom(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(gardenRoom(page)).toHaveCount(0);
  await startGarden(page);
  await expect(growthOf(page)).toHaveText(/^1 flower,/);
  await page.keyboard.press('Escape');
  await expect(gardenRoom(page)).toHaveCount(0);
  await expect.poll(async () => (await cameras()).live).toBe(0);
  expect(gallery.tried).toEqual([]);
  await sharingOf(page).uncheck();
  await startGarden(page);
  await finishGarden(page);
  await expect(page.getByText('Not in the gallery: this picture is on your device only.')).toBeVisible();
  await expect(page.locator('[data-fact=flowers]')).toHaveText('1 flower');
  const { content } = await downloadPicture(page, 'Download Image');
  expect([content.readUInt32BE(16), content.readUInt32BE(20)]).toEqual([1920, 800]);
  expect(gallery.tried).toEqual([]);
});

test('flowers are kaleidoscopes: a sixth of a turn changes nothing', async ({ page }) => {
  await page.goto(GARDEN_PATH);
  const canvas = page.locator('canvas[data-full]');
  await expect(canvas).toBeVisible();
  const garden = gardenOf(20250624, { width: 960, height: 720 });
  await expect(canvas).toHaveAttribute('data-flowers', String(garden.flowers.length));
  const flowers = garden.flowers.filter(({ y, radius }) => y > radius);
  expect(flowers.length).toBeGreaterThan(8);
  const apart = await canvas.evaluate(
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
  expect(apart.toSorted((a, b) => a - b)[Math.floor(apart.length * 0.7)]!, apart.join(' ')).toBeLessThan(25);
});

test('axe finds nothing in the introduction, the garden and its end, in light, dark and forced colors, nor on a phone', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await stubGallery(page);
  await openGarden(page, `${GARDEN_PATH}?seed=2`);
  await expect(startButton(page)).toBeEnabled();
  await expectAccessibleInAllColors(page, 'introduction', [PHONE.width, 820, 1440]);
  // The garden has the size of the window in which it was started.
  await startGarden(page);
  await expect(growthOf(page)).toHaveText(/^1 flower,/);
  await stopPlanting(page);
  await expectAccessibleInAllColors(page, 'garden');
  await page.setViewportSize(PHONE);
  await expectAccessible(page, 'garden on a phone');
  await finishGarden(page);
  await expect(page.getByText('Saved to gallery!', { exact: true })).toBeVisible();
  await expectAccessible(page, 'end on a phone');
  await page.setViewportSize({ width: 1440, height: 844 });
  await expectAccessibleInAllColors(page, 'end');
});
