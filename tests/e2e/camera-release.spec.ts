import type { Page } from '@playwright/test';
import { fakeCameras, launchWith } from '../support/camera.ts';
import { openCameraPage, openRoom, roomOf, shutterOf, unplugCamera } from '../support/camera-room.ts';
import { COLLAGE_PAGES } from '../support/collage-pages.ts';
import { expect, stopClock, test } from '../support/journey.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ['camera'] });

const { collage } = COLLAGE_PAGES;

/** A page with its camera running, and its message when the camera is released. */
interface Running {
  readonly path: string;
  readonly begin: (page: Page) => Promise<void>;
  readonly unplugged: string;
  readonly hidden: string;
}

const PAGES: readonly Running[] = [
  {
    path: collage.path,
    begin: (page) => openRoom(page, collage),
    unplugged:
      'The camera was unplugged or taken over by another app. Its photos are discarded; choose a camera and start again.',
    hidden: 'The camera was switched off because nobody was looking at this page. Its photos are discarded; start again.',
  },
  {
    path: '/projects/camera-kaleidoscope',
    begin: async (page) => {
      const enable = page.getByRole('button', { name: 'Enable Camera' });
      const start = page.getByRole('button', { name: 'Start Creating Flowers' });
      await expect(enable.or(start)).toBeVisible();
      if (await enable.isVisible()) await enable.click();
      await start.click();
      await expect(page.getByRole('dialog', { name: 'Garden' })).toContainText(/[1-9]\d* flowers?,/);
    },
    unplugged:
      'The camera was unplugged or taken over by another app. Its flowers are discarded; choose a camera and start again.',
    hidden: 'The camera was switched off because nobody was looking at this page. Its flowers are discarded; start again.',
  },
  {
    path: '/projects/camera',
    begin: async (page) => {
      await page.getByRole('list', { name: 'Cameras' }).getByRole('button').first().click();
      await expect(page.locator('video')).toBeVisible();
    },
    unplugged: 'The camera was unplugged or taken over by another app.',
    hidden: 'The camera was switched off because nobody was looking at this page.',
  },
];

const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

for (const { path, begin, unplugged, hidden } of PAGES) {
  test(`${path}: when unplugged, hidden for thirty seconds or in the back-forward cache, the camera is released with a message, and the next one can start`, async ({
    page,
  }) => {
    const { gallery, cameras } = await openCameraPage(page, path);
    await begin(page);
    await unplugCamera(page);
    await expect(page.getByText(unplugged, { exact: true })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await cameras()).toEqual({ opened: 2, stopped: 2, live: 0 });

    await begin(page);
    await stopClock(page);
    await setVisibility(page, 'hidden');
    await page.clock.runFor(29_000);
    expect((await cameras()).live).toBe(1);
    await page.clock.runFor(1_000);
    await expect(page.getByText(hidden, { exact: true })).toBeVisible();
    expect((await cameras()).live).toBe(0);
    await setVisibility(page, 'visible');
    await page.clock.resume();

    await begin(page);
    await page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
    await expect(page.getByText(hidden, { exact: true })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await cameras()).toEqual({ opened: 4, stopped: 4, live: 0 });
    expect(gallery.tried).toEqual([]);
  });

  test(`${path}: leaving the page stops the camera`, async ({ page }) => {
    const { cameras } = await openCameraPage(page, '/projects/cameras');
    const goTo = (to: string) =>
      page.evaluate((address) => {
        window.history.pushState(null, '', address);
        window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
      }, to);
    await expect(page.getByRole('article').first()).toBeVisible();
    await goTo(path);
    await begin(page);
    expect((await cameras()).live).toBe(1);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cameras');
    expect(await cameras()).toEqual({ opened: 2, stopped: 2, live: 0 });
  });
}

for (const { path, begin, finish } of [
  { ...PAGES[0]!, finish: (page: Page) => shutterOf(page).click() },
  { ...PAGES[1]!, finish: (page: Page) => page.getByRole('button', { name: 'Finish now' }).click() },
]) {
  test(`${path}: a picture that cannot be composed says so and leaves no camera on`, async ({ page }) => {
    const { gallery, cameras } = await openCameraPage(page, path);
    await begin(page);
    await page.evaluate(() => {
      HTMLCanvasElement.prototype.toBlob = (done) => done(null);
    });
    await finish(page);
    await expect(page.getByRole('alert')).toHaveText('The picture could not be put together. Start again.');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await cameras()).toEqual({ opened: 2, stopped: 2, live: 0 });
    expect(gallery.tried).toEqual([]);
  });
}

test('a camera unplugged in the middle of a series discards the photos', async ({ page }) => {
  const { gallery, cameras } = await openCameraPage(page, collage.path);
  await openRoom(page, collage);
  await stopClock(page);
  await shutterOf(page).click();
  await page.clock.runFor(2 * collage.intervalMs + 10);
  await expect(roomOf(page).getByText(collage.counter(3), { exact: true })).toBeVisible();
  await unplugCamera(page);
  await expect(page.getByRole('alert')).toHaveText(PAGES[0]!.unplugged);
  expect(await cameras()).toEqual({ opened: 2, stopped: 2, live: 0 });
  await openRoom(page, collage);
  await expect(roomOf(page).getByText('Photo 0 of 20')).toBeVisible();
  expect(gallery.tried).toEqual([]);
});
