import type { Page } from '@playwright/test';
import { expectAccessibleInAllColors } from '../support/accessible.ts';
import { fakeCameras, launchWith, nameCameras } from '../support/camera.ts';
import { answerPrompt, CAMERA_NAMES, holdPrompt, requestsOf } from '../support/camera-page.ts';
import { expect, test } from '../support/journey.ts';
import { expectPlacardInReach } from '../support/placard.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ['camera'] });

const PATH = '/projects/camera';
const list = (page: Page) => page.getByRole('list', { name: 'Cameras' });
const badge = (page: Page) => page.locator('[data-badge]');

test('while the browser asks for permission, space for the list is reserved; a camera is requested by its ID and fills the window; its placard collapses and nothing covers it; axe finds nothing', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await nameCameras(page, CAMERA_NAMES);
  await holdPrompt(page);
  await page.goto(PATH);
  await expect(page.getByText('Requesting camera access...')).toBeVisible();
  await expect(badge(page)).toHaveCount(0);
  // The placeholder reserves two rows, so nothing shifts when the list appears.
  const awaited = await page.getByText('The cameras are listed here once you agree.').boundingBox();
  await answerPrompt(page);
  await expect(list(page).getByRole('button')).toHaveText(['Front Camera Front', 'Back Camera Rear']);
  expect(await list(page).boundingBox()).toEqual(awaited);
  await expect(page.getByText('No camera is on')).toBeVisible();

  await list(page)
    .getByRole('button', { name: /^Back Camera/ })
    .click();
  await answerPrompt(page);
  await expect(page.getByText('Back Camera, 640 x 480')).toBeVisible();
  await expect(list(page).getByRole('button', { pressed: true })).toHaveText('Back Camera Rear');
  expect(await requestsOf(page)).toMatchObject([
    { audio: false, video: { width: { ideal: 640 }, height: { ideal: 480 } } },
    { audio: false, video: { width: { ideal: 640 }, height: { ideal: 480 }, deviceId: {} } },
  ]);

  const details = page.getByRole('button', { name: 'Details: Camera' });
  const video = page.locator('video');
  await details.click();
  await expect(list(page)).toBeHidden();
  await expect(badge(page)).toBeVisible();
  await expect(video).toBeVisible();
  await details.click();
  await expectAccessibleInAllColors(page, 'running', [390, 820, 1440]);
  // Axe does not know about the backplate, white here, that the browser paints behind text.
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
  await expect(page.getByRole('button', { name: 'Stop Camera' })).toHaveCSS('color', 'rgb(0, 0, 0)');
  await page.emulateMedia({ colorScheme: null, forcedColors: null });

  const offsets = await video.evaluate((one) => {
    const box = one.parentElement!.getBoundingClientRect();
    return [box.left, box.top, box.width - window.innerWidth, box.height - window.innerHeight];
  });
  expect(offsets).toEqual([0, 0, 0, 0]);
  await page.getByRole('main').focus();
  await page.keyboard.press('h');
  await expect(badge(page)).toBeHidden();
  await page.keyboard.press('h');
  await expect(badge(page)).toBeVisible();

  await page.getByRole('button', { name: 'Stop Camera' }).click();
  expect(await video.evaluate((one: HTMLVideoElement) => one.srcObject)).toBeNull();
  await expect(video).toBeHidden();
  await expect(page.getByRole('button', { name: 'Stop Camera' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Back to Projects' })).toHaveAttribute('href', '/projects');
  await expectPlacardInReach(page);
});
