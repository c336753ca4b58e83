import { countCameras, nameCameras, SLOW_CAMERAS } from '../support/camera.ts';
import { CAMERA_NAMES } from '../support/camera-page.ts';
import { expect, expectFitsPhone, expectNoViolations, test } from '../support/journey.ts';

test.use({ launchOptions: SLOW_CAMERAS, permissions: ['camera'] });

test('/projects/camera lists the cameras, shows one at a time, and Stop Camera stops it', async ({ page }) => {
  await nameCameras(page, CAMERA_NAMES);
  const cameras = await countCameras(page);
  await page.goto('/projects/camera');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Camera');
  await expect(page.locator('[data-badge]')).toHaveText('Granted');
  const list = page.getByRole('list', { name: 'Cameras' }).getByRole('button');
  await expect(list).toHaveText(['Front Camera Front', 'Back Camera Rear']);
  await list.last().click();
  await expect(page.getByText('Back Camera, 640 x 480')).toBeVisible();
  const video = page.locator('video');
  await expect.poll(() => video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime)).toBeGreaterThan(0);
  await expect(video).toHaveCSS('transform', 'none');
  // It fills the window.
  const box = await video.evaluate(({ parentElement }) => parentElement?.getBoundingClientRect().width);
  expect(box).toBe(page.viewportSize()?.width);
  await list.first().click();
  await expect(page.getByText('Front Camera, 640 x 480')).toBeVisible();
  // Mirrored.
  await expect(video).toHaveCSS('transform', 'matrix(-1, 0, 0, 1, 0, 0)');
  expect(await cameras()).toEqual({ opened: 3, stopped: 2, live: 1 });
  await expectNoViolations(page);
  await expectFitsPhone(page);
  await page.getByRole('button', { name: 'Stop Camera' }).click();
  await expect(page.getByText('No camera is on')).toBeVisible();
  expect(await cameras()).toEqual({ opened: 3, stopped: 3, live: 0 });
});

test('/projects/cameras offers the four camera systems in order, the gallery and the way back', async ({ page }) => {
  await page.goto('/projects/cameras');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cameras');
  const cards = page.getByRole('article');
  await expect(cards.getByRole('heading', { level: 2 })).toHaveText([
    '80 Rectangle Camera',
    '12 Rectangle Camera',
    'Honeycomb Pattern Camera',
    'Sectional Grid Camera',
  ]);
  await expect(cards.getByRole('link')).toHaveText(Array<string>(4).fill('Open Camera System'));
  await expect(cards.first()).toContainText('10x8 grid • 80 photos • 8 per second');
  expect(await cards.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    '/projects/camera-optimal-80',
    '/projects/camera-optimal',
    '/projects/camera-hexagon',
    '/projects/camera-collage',
  ]);
  await expect(page.locator('main a[href="/projects"]')).toHaveText('Back to Projects');
  await expect(page.locator('main a[href="/projects/kaleidoscope-gallery"]')).toHaveText('View Gallery');
  await expect(page.getByRole('list').first()).toHaveCSS('display', 'grid');
  await expectNoViolations(page);
  await expectFitsPhone(page);
  await cards.last().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('20-Photo Collage');
  await page.goBack();
  await page.getByRole('link', { name: 'View Gallery' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gallery');
});
