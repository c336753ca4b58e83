import type { Locator, Page } from '@playwright/test';
import { fakeCameras, launchWith } from '../support/camera.ts';
import {
  captureDialogOf,
  openCameraPage,
  openCaptureDialog,
  requestsOf,
  shutterOf,
  switchOnOption,
} from '../support/camera-page.ts';
import { COLLAGE_PAGES, type CollagePage } from '../support/collage-pages.ts';
import { expect, stopClock, test } from '../support/journey.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ['camera'] });

const { collage, optimal, optimal80 } = COLLAGE_PAGES;
const LANDSCAPE = { width: 844, height: 390 };
const LAPTOP = { width: 1280, height: 720 };
/** A list wider than its button, which is then at the right edge of the page, and in the dialog at the left. */
const LONG_NAMES = ['Front Camera of the integrated web camera module (04f2:b6d9)', 'Back Camera'];

/** On a phone in landscape the open dialog's view takes up at least this share of the window's height, with everything else beside it. */
async function expectControlsBeside(page: Page, one: CollagePage, share: number, others: readonly Locator[] = []): Promise<void> {
  await page.setViewportSize(LANDSCAPE);
  const dialog = captureDialogOf(page);
  const boxOf = async (part: Locator) => (await part.boundingBox())!;
  const video = dialog.locator('video');
  await expect.poll(async () => (await boxOf(video)).height).toBeGreaterThanOrEqual(share * LANDSCAPE.height);
  const view = await boxOf(video);
  expect(view.width / view.height).toBeCloseTo(one.size.width / one.size.height, 1);
  const beside = [
    shutterOf(page),
    dialog.getByRole('button', { name: 'Cancel' }),
    dialog.getByText(one.counter(0)),
    dialog.getByRole('progressbar'),
    ...others,
  ];
  for (const part of [video, ...beside]) await expect.soft(part).toBeInViewport({ ratio: 1 });
  for (const part of beside) expect.soft((await boxOf(part)).x).toBeGreaterThanOrEqual(view.x + view.width);
  expect(await dialog.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);
  await page.setViewportSize(LAPTOP);
}

const PORTRAIT = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
];

/** In every window except that of a phone in landscape, the shutter is in the middle. Returns its box and that of the view. */
async function expectShutterInMiddle(page: Page) {
  const boxes = [];
  for (const size of PORTRAIT) {
    await page.setViewportSize(size);
    const shutter = (await shutterOf(page).boundingBox())!;
    expect.soft(shutter.x + shutter.width / 2, `${size.width} px`).toBeCloseTo(size.width / 2, 0);
    boxes.push(shutter, await captureDialogOf(page).locator('[data-scene]').boundingBox());
  }
  await page.setViewportSize(LAPTOP);
  return boxes;
}

/** The menu in this part of the page is fully visible in every window. */
async function expectMenuInWindow(page: Page, part: Locator): Promise<void> {
  for (const size of [...PORTRAIT, LANDSCAPE, LAPTOP]) {
    await page.setViewportSize(size);
    await part.getByRole('button', { name: 'Switch Camera' }).hover();
    for (const name of LONG_NAMES)
      await expect.soft(part.getByRole('button', { name }), `${size.width} px`).toBeInViewport({ ratio: 1 });
    await page.mouse.move(0, 0);
    await expect(part.getByRole('button', { name: LONG_NAMES[0]! })).toBeHidden();
  }
}

/** A camera without zoom and exposure until `window.offered` adds them; what the page sets is in `window.constrained`. */
const stubCapabilities = (page: Page) =>
  page.addInitScript(() => {
    const capabilities = MediaStreamTrack.prototype.getCapabilities;
    MediaStreamTrack.prototype.getCapabilities = function withoutExposure() {
      const { exposureCompensation: _none, ...others } = capabilities.call(this) as Record<string, unknown>;
      const offered = (window as unknown as { offered?: object }).offered ?? {};
      return { ...others, zoom: undefined, ...offered } as MediaTrackCapabilities;
    };
    const constrain = MediaStreamTrack.prototype.applyConstraints;
    MediaStreamTrack.prototype.applyConstraints = function note(constraints) {
      Object.assign(window, { constrained: constraints?.advanced });
      return constraints?.advanced ? Promise.resolve() : constrain.call(this, constraints);
    };
  });

test('the dialog of the 20-photo page has a counter, progress bar, grid, thumbnails, shutter and the camera’s settings; Cancel and Escape discard its photos; a countdown takes three seconds', async ({
  page,
}) => {
  await stubCapabilities(page);
  const { gallery, cameras } = await openCameraPage(page, collage.path);
  await openCaptureDialog(page, collage);
  const dialog = captureDialogOf(page);
  const thumbnails = dialog.getByRole('img', { name: 'Thumbnails of the photos taken' });
  await expect(dialog.getByText('Photo 0 of 20')).toBeVisible();
  await expect(dialog.getByRole('progressbar', { name: 'Photos taken' })).toHaveAttribute('max', '20');
  await expect(dialog.locator('svg[data-cells="20"]')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Camera settings' })).toHaveCount(0);
  await expectControlsBeside(page, collage, 0.9, [thumbnails]);
  const places = await expectShutterInMiddle(page);
  const requested = (await requestsOf(page)).at(-1);
  expect(requested).toMatchObject({ audio: false, video: { width: { ideal: 1920 }, height: { ideal: 1080 } } });
  await stopClock(page);
  await shutterOf(page).click();
  await expect(shutterOf(page)).toBeDisabled();
  await expect(dialog.locator('video + div canvas')).toBeAttached();
  await page.clock.runFor(2 * collage.intervalMs + 10);
  await expect(dialog.getByText(collage.counter(3), { exact: true })).toBeVisible();
  // As many thumbnails and cells as photos, each in its place from the first one on.
  const painted = await dialog.evaluate((element) => {
    const [picture, strip] = ['video + div canvas', 'canvas[role=img]'].map((selector) => {
      const canvas = element.querySelector<HTMLCanvasElement>(selector)!;
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true })!;
      copy.drawImage(canvas, 0, 0);
      return copy;
    });
    const isOpaque = (context: OffscreenCanvasRenderingContext2D, x: number, y: number) =>
      context.getImageData(x, y, 1, 1).data[3] === 255;
    const all = Array.from({ length: 20 }, (_, n) => n);
    return {
      cells: all.filter((n) => isOpaque(picture!, 100 + 200 * (n % 4), 100 + 200 * Math.floor(n / 4))),
      thumbnails: all.filter((n) => isOpaque(strip!, 24 + 48 * n, 30)),
    };
  });
  expect(painted).toEqual({ cells: [0, 1, 2], thumbnails: [0, 1, 2] });
  expect(await dialog.getByRole('progressbar').evaluate((bar: HTMLProgressElement) => bar.value)).toBe(3);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: collage.start })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(await cameras()).toEqual({ opened: 2, stopped: 2, live: 0 });
  await page.clock.resume();

  // The dialog opens again without any of the photos.
  await page.evaluate(() => {
    Object.assign(window, {
      offered: { torch: true, zoom: { min: 1, max: 5, step: 0.5 }, exposureCompensation: { min: -2, max: 2, step: 1 } },
    });
  });
  await openCaptureDialog(page, collage);
  await expect(dialog.getByText('Photo 0 of 20')).toBeVisible();
  await page.getByRole('switch', { name: 'Flashlight' }).check();
  expect(await expectShutterInMiddle(page), 'nothing moves when the settings appear').toEqual(places);
  const constrained = () => page.evaluate(() => (window as unknown as { constrained: unknown }).constrained);
  expect(await constrained()).toEqual([{ torch: true }]);
  await page.getByRole('slider', { name: 'Zoom' }).fill('3.5');
  expect(await constrained()).toEqual([{ zoom: 3.5 }]);
  await page.getByRole('slider', { name: 'Exposure' }).fill('-1');
  expect(await constrained()).toEqual([{ exposureCompensation: -1 }]);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(gallery.tried).toEqual([]);
  expect((await cameras()).live).toBe(0);

  await switchOnOption(page, 'Count down from three');
  await openCaptureDialog(page, collage);
  await stopClock(page);
  await shutterOf(page).click();
  for (const left of ['3', '2', '1']) {
    await expect(dialog.getByText(left, { exact: true })).toBeVisible();
    await page.clock.runFor(990);
    await expect(dialog.getByText(left, { exact: true })).toBeVisible();
    await expect(dialog.getByText(collage.counter(0), { exact: true })).toBeVisible();
    await page.clock.runFor(10);
  }
  await page.clock.runFor(10);
  await expect(dialog.getByText(collage.counter(1), { exact: true })).toBeVisible();
});

test('Switch Camera opens on hover and by keyboard, fully inside the window, and the other camera takes over', async ({
  page,
}) => {
  const { cameras } = await openCameraPage(page, optimal80.path, { names: LONG_NAMES });
  await expectMenuInWindow(page, page.getByRole('main'));
  await openCaptureDialog(page, optimal80);
  const dialog = captureDialogOf(page);
  const button = dialog.getByRole('button', { name: 'Switch Camera' });
  // The view is only as wide as the space beside the shutter.
  await expectControlsBeside(page, optimal80, 0.8, [button]);
  await expectMenuInWindow(page, dialog);
  const front = dialog.getByRole('button', { name: LONG_NAMES[0]! });
  await button.hover();
  await expect(dialog.getByRole('button', { name: LONG_NAMES[1]! })).toHaveAttribute('aria-pressed', 'true');
  await front.click();
  await expect(shutterOf(page)).toBeEnabled();
  await expect.poll(cameras).toEqual({ opened: 3, stopped: 2, live: 1 });
  const flip = () => dialog.locator('video').evaluate((video) => getComputedStyle(video).transform);
  await expect.poll(flip).toBe('matrix(-1, 0, 0, 1, 0, 0)');
  // With the keyboard: Escape closes the menu before the dialog.
  await page.mouse.move(0, 0);
  await button.press('Enter');
  await expect(front).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(front).toBeHidden();
  await expect(dialog).toBeVisible();

  const places = await expectShutterInMiddle(page);
  await stopClock(page);
  await shutterOf(page).click();
  await expect(button).toHaveCount(0);
  expect(await expectShutterInMiddle(page), 'nothing moves when the menu closes').toEqual(places);
});

test('tiles of a wide camera are wide, and stay wide when the camera is turned during the series', async ({ page }) => {
  await openCameraPage(page, optimal.path, { size: { width: 640, height: 360 } });
  await openCaptureDialog(page, optimal);
  const size = { width: 4 * 533, height: 3 * 300 };
  const shape = () => page.locator('dialog video').evaluate((video) => video.parentElement!.style.cssText);
  const before = await shape();
  expect(before).toContain(String(size.width));
  await stopClock(page);
  await shutterOf(page).click();
  await page.clock.runFor(2 * optimal.intervalMs + 10);
  await expect(captureDialogOf(page).getByText(optimal.counter(3), { exact: true })).toBeVisible();
  await page.evaluate(() => {
    const video = document.querySelector('dialog video')!;
    Object.defineProperty(video, 'videoWidth', { value: 360 });
    Object.defineProperty(video, 'videoHeight', { value: 640 });
    video.dispatchEvent(new Event('resize'));
  });
  await page.clock.runFor((optimal.count - 3) * optimal.intervalMs);
  await expect(captureDialogOf(page).getByText(optimal.counter(optimal.count), { exact: true })).toBeVisible();
  expect(await shape()).toBe(before);
  await page.clock.resume();
  const picture = page.getByRole('img', { name: /^Your collage of/ });
  await expect
    .poll(() => picture.evaluate(({ naturalWidth: width, naturalHeight: height }: HTMLImageElement) => ({ width, height })))
    .toEqual(size);
});
