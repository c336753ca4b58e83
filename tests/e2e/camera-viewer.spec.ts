import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInAllColors } from '../support/accessible.ts';
import { fakeCameras, launchWith, nameCameras } from '../support/camera.ts';
import { answerPrompt, askedOf, CAMERA_NAMES, holdPrompt } from '../support/camera-room.ts';
import { expect, test } from '../support/journey.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ['camera'] });

const PATH = '/projects/camera';
const list = (page: Page) => page.getByRole('list', { name: 'Cameras' });
const badge = (page: Page) => page.locator('[data-badge]');

test('while the browser asks, space for the list is reserved; a camera is requested by its ID, and Stop Camera clears the stream', async ({
  page,
}) => {
  await nameCameras(page, CAMERA_NAMES);
  await holdPrompt(page);
  await page.goto(PATH);
  await expect(page.getByText('Requesting camera access...')).toBeVisible();
  await expect(badge(page)).toHaveCount(0);
  // The placeholder reserves the row of the first camera, so only the second one moves what is above it.
  const awaited = await page.getByText('The cameras are listed here once you agree.').boundingBox();
  await answerPrompt(page);
  await expect(list(page).getByRole('button')).toHaveText(['Front Camera Front', 'Back Camera Rear']);
  expect(await list(page).getByRole('button').last().boundingBox()).toEqual(awaited);
  await expect(page.getByText('No camera is on')).toBeVisible();

  await list(page)
    .getByRole('button', { name: /^Back Camera/ })
    .click();
  await answerPrompt(page);
  await expect(page.getByText('Back Camera, 640 x 480')).toBeVisible();
  await expect(list(page).getByRole('button', { pressed: true })).toHaveText('Back Camera Rear');
  expect(await askedOf(page)).toMatchObject([
    { audio: false, video: { width: { ideal: 640 }, height: { ideal: 480 } } },
    { audio: false, video: { width: { ideal: 640 }, height: { ideal: 480 }, deviceId: {} } },
  ]);
  await page.getByRole('button', { name: 'Stop Camera' }).click();
  const video = page.locator('video');
  expect(await video.evaluate((one: HTMLVideoElement) => one.srcObject)).toBeNull();
  await expect(video).toBeHidden();
  await expect(page.getByRole('button', { name: 'Stop Camera' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Back to Projects' })).toHaveAttribute('href', '/projects');
});

test('the page fills the window and its header is white', async ({ page }) => {
  await page.goto(PATH);
  await expect(badge(page)).toHaveText('Granted');
  const link = page.getByRole('banner').getByRole('link').first();
  expect(await link.evaluate((one) => getComputedStyle(one).color)).toBe('rgb(255, 255, 255)');
  const room = await page.locator('video').evaluate((one) => {
    const box = one.parentElement!.getBoundingClientRect();
    return [box.left, box.top, box.width - window.innerWidth, box.height - window.innerHeight];
  });
  expect(room).toEqual([0, 0, 0, 0]);
  await page.getByRole('main').focus();
  await page.keyboard.press('h');
  await expect(badge(page)).toBeHidden();
  await page.keyboard.press('h');
  await expect(badge(page)).toBeVisible();
});

test('its placard is open even on a phone, because it lists the cameras, and can be folded once one is running', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(PATH);
  await expect(list(page).getByRole('button')).toHaveCount(2);
  await list(page).getByRole('button').first().click();
  await expect(page.locator('video')).toBeVisible();
  await page.getByRole('button', { name: 'Details: Camera' }).click();
  await expect(list(page)).toBeHidden();
  await expect(badge(page)).toBeVisible();
  await expect(page.locator('video')).toBeVisible();
});

test('a device without cameras says so', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.enumerateDevices = () => Promise.resolve([]);
  });
  await page.goto(PATH);
  await expect(page.getByText('No cameras detected', { exact: true })).toBeVisible();
  await expect(page.getByText('This device may not have any cameras available', { exact: true })).toBeVisible();
  await expectAccessible(page, 'no cameras');
});

test.describe('without permission', () => {
  test.use({ permissions: [] });
  test('says Denied, why, and asks again', async ({ page, site }) => {
    await page.goto(PATH);
    await expect(badge(page)).toHaveText('Denied');
    await expect(page.getByText('Camera access denied', { exact: true })).toBeVisible();
    await expect(page.getByText('Please allow camera access to use this feature', { exact: true })).toBeVisible();
    await expect(page.getByText('No cameras detected or permission denied', { exact: true })).toBeVisible();
    await expectAccessible(page, 'denied');
    await page.context().grantPermissions(['camera'], { origin: site.url });
    await page.getByRole('button', { name: 'Request Camera Permission' }).click();
    await expect(badge(page)).toHaveText('Granted');
    await expect(list(page).getByRole('button')).toHaveCount(2);
  });
});

for (const [width, height] of [
  [320, 568],
  [667, 375],
  [1440, 900],
] as const) {
  test.describe(`without permission at ${width} x ${height}`, () => {
    test.use({ permissions: [], viewport: { width, height } });
    test('nothing covers the text and the button that asks again', async ({ page }) => {
      await page.goto(PATH);
      await page.getByRole('button', { name: 'Request Camera Permission' }).click({ trial: true });
      for (const text of ['Camera access denied', 'Please allow camera access to use this feature']) {
        const words = page.getByText(text, { exact: true });
        await expect(words).toBeInViewport({ ratio: 1 });
        expect(
          await words.evaluate((one) => {
            const { left, right, top, bottom } = one.getBoundingClientRect();
            return [top + 2, bottom - 2].every((y) => document.elementFromPoint((left + right) / 2, y) === one);
          }),
          text,
        ).toBe(true);
      }
    });
  });
}

test('axe finds nothing while a camera runs, in light, dark and forced colors', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(PATH);
  await list(page).getByRole('button').first().click();
  await expect(page.locator('video')).toBeVisible();
  await expectAccessibleInAllColors(page, 'running', [390, 820, 1440]);
  // Axe does not know about the backplate, white here, that the browser paints behind letters.
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
  await expect(page.getByRole('button', { name: 'Stop Camera' })).toHaveCSS('color', 'rgb(0, 0, 0)');
});
