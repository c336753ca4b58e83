import type { Page } from '@playwright/test';
import { fakeCameras, launchWith } from '../support/camera.ts';
import { captureDialogOf, openCameraPage, openCaptureDialog, shutterOf, unplugCamera } from '../support/camera-page.ts';
import { COLLAGE_PAGES } from '../support/collage-pages.ts';
import { throttleFrames } from '../support/frames.ts';
import { expect, stopClock, test } from '../support/journey.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ['camera'] });

const { collage } = COLLAGE_PAGES;
const VIEWER = '/projects/camera';
const UNPLUGGED = 'The camera was unplugged or taken over by another app.';
const HIDDEN = 'The camera was switched off because this page was hidden.';

/** A page with its camera running, and what it says in addition when the camera is released. */
interface Running {
  readonly path: string;
  readonly begin: (page: Page) => Promise<void>;
  /** Ends with a picture, where the page makes one. */
  readonly finish?: (page: Page) => Promise<void>;
  readonly unplugged: string;
  readonly hidden: string;
}

const PAGES: readonly Running[] = [
  {
    path: collage.path,
    begin: (page) => openCaptureDialog(page, collage),
    unplugged: ' Its photos were discarded; choose a camera and start again.',
    hidden: ' Its photos were discarded; start again.',
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
    finish: (page) => page.getByRole('button', { name: 'Finish now' }).click(),
    unplugged: ' Its flowers were discarded; choose a camera and start again.',
    hidden: ' Its flowers were discarded; start again.',
  },
  {
    path: VIEWER,
    begin: async (page) => {
      await page.getByRole('list', { name: 'Cameras' }).getByRole('button').first().click();
      await expect(page.locator('video')).toBeVisible();
    },
    unplugged: '',
    hidden: '',
  },
];

const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

test('when the camera is unplugged, or the page is hidden for thirty seconds, enters the back-forward cache or is left, collage, garden and viewer release the camera and say why; they can start again', async ({
  page,
}) => {
  await throttleFrames(page);
  const { gallery, cameras } = await openCameraPage(page, '/projects/cameras');
  await expect(page.getByRole('article').first()).toBeVisible();
  /** No camera is running, and every one that was opened has been stopped. */
  const expectReleased = async (text?: string) => {
    if (text) await expect(page.getByText(text, { exact: true })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const { opened, stopped, live } = await cameras();
    expect({ stopped, live }).toEqual({ stopped: opened, live: 0 });
  };
  for (const { path, begin, finish, unplugged, hidden } of PAGES) {
    await test.step(path, async () => {
      // Without reloading the document, like a link.
      await page.evaluate((address) => {
        window.history.pushState(null, '', address);
        window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
      }, path);
      await begin(page);
      if (path === collage.path) {
        // In the middle of a series.
        await stopClock(page);
        await shutterOf(page).click();
        await page.clock.runFor(2 * collage.intervalMs + 10);
        await expect(captureDialogOf(page).getByText(collage.counter(3), { exact: true })).toBeVisible();
      }
      await unplugCamera(page);
      await expectReleased(UNPLUGGED + unplugged);
      await page.clock.resume();

      await begin(page);
      await page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
      await expectReleased(HIDDEN + hidden);

      if (path === VIEWER) {
        // `camera-session.test.ts` tests the exact moment.
        await begin(page);
        await stopClock(page);
        await setVisibility(page, 'hidden');
        await page.clock.runFor(30_000);
        await expectReleased(HIDDEN + hidden);
        await setVisibility(page, 'visible');
        await page.clock.resume();
      }

      if (finish) {
        await begin(page);
        await page.evaluate(() => {
          const { toBlob } = HTMLCanvasElement.prototype;
          HTMLCanvasElement.prototype.toBlob = (done) => {
            HTMLCanvasElement.prototype.toBlob = toBlob;
            done(null);
          };
        });
        await finish(page);
        await expectReleased('The picture could not be put together. Start again.');
      }

      await begin(page);
      expect((await cameras()).live).toBe(1);
      await page.goBack();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cameras');
      await expectReleased();
    });
  }
  expect(gallery.tried).toEqual([]);
});
