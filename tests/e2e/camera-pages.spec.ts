import { expectAccessible } from '../support/accessible.ts';
import { fakeCameras, countCameras, downloadPicture, launchWith, nameCameras, stubGallery } from '../support/camera.ts';
import { COLLAGE_PAGES, type CollagePage } from '../support/collage-pages.ts';
import { expect, test } from '../support/test.ts';
import type { Page } from '@playwright/test';

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ['camera'] });

const NAMES = ['Front Camera', 'Back Camera'];
const NOTICE = "When you finish, the finished picture is added to this site's public gallery. Single photos stay on your device.";
const { collage, hexagon, squares, optimal, optimal80, hybrid } = COLLAGE_PAGES;

const shutterOf = (page: Page) => page.getByRole('button', { name: 'Take the photos' });
const roomOf = (page: Page) => page.getByRole('dialog', { name: 'Camera' });

/** Asks for no more of the fake camera than a busy machine can paint. */
async function askForLittle(page: Page) {
  await page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    const asked: MediaStreamConstraints[] = [];
    mediaDevices.getUserMedia = (constraints = {}) => {
      asked.push(constraints);
      const video = constraints.video as MediaTrackConstraints;
      return open({ ...constraints, video: { ...video, width: { ideal: 640 }, height: { ideal: 480 } } });
    };
    Object.assign(window, { asked });
  });
}

async function openPage(page: Page, path: string) {
  const gallery = await stubGallery(page);
  await askForLittle(page);
  const cameras = await countCameras(page);
  await nameCameras(page, NAMES);
  await page.goto(path);
  return { gallery, cameras };
}

async function openRoom(page: Page, { start }: CollagePage) {
  await page.getByRole('button', { name: start }).click();
  await expect(shutterOf(page)).toBeEnabled();
}

async function takePicture(page: Page, collagePage: CollagePage) {
  await openRoom(page, collagePage);
  await shutterOf(page).click();
  await expect(page.getByRole('heading', { name: collagePage.result })).toBeVisible({ timeout: 20_000 });
}

for (const one of Object.values<CollagePage>(COLLAGE_PAGES)) {
  test(`${one.path}: asks, explains, shows its layout, chooses its camera, tells what is shared`, async ({ page }) => {
    await stubGallery(page);
    const cameras = await countCameras(page);
    await nameCameras(page, NAMES);
    await page.addInitScript(() => {
      const { mediaDevices } = navigator;
      const open = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = async (constraints) => {
        await new Promise((resolve) => Object.assign(window, { answerPrompt: resolve }));
        return open(constraints);
      };
    });
    await page.goto(one.path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(one.heading);
    await expect(page.getByText('Requesting camera access...')).toBeVisible();
    await page.evaluate(() => (window as unknown as { answerPrompt(): void }).answerPrompt());
    const preview = page.getByRole('img', { name: one.preview });
    await expect(preview).toBeVisible();
    // Every cell of the preview is painted, and not all alike.
    const cells = one.layout.cells.map(({ box }) => ({
      x: (box.x + box.width / 2) / one.size.width,
      y: (box.y + box.height / 2) / one.size.height,
    }));
    const colours = await preview.evaluate((canvas: HTMLCanvasElement, places) => {
      const context = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true })!;
      context.drawImage(canvas, 0, 0);
      return places.map(({ x, y }) => [...context.getImageData(x * canvas.width, y * canvas.height, 1, 1).data].join());
    }, cells);
    expect(colours.filter((colour) => colour.endsWith(',0'))).toEqual([]);
    expect(new Set(colours).size).toBeGreaterThan(3);
    await expect(page.getByRole('button', { name: one.start })).toBeEnabled();
    await expect(page.getByText(one.caption, { exact: true })).toBeVisible();
    await expect(page.getByText(NOTICE)).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Add to the shared gallery' })).toBeChecked();
    await expect(page.getByRole('link', { name: one.back[0] })).toHaveAttribute('href', one.back[1]);
    if (one === optimal80) await expect(page.getByText(`Camera: ${one.chosen}`)).toBeVisible();
    else await expect(page.getByRole('combobox', { name: 'Camera' }).locator('option:checked')).toContainText(one.chosen);
    // The camera ran for its name only.
    expect(await cameras()).toEqual({ opened: 1, stopped: 1, live: 0 });
  });
}

test.describe('without permission', () => {
  test.use({ permissions: [] });

  for (const one of Object.values<CollagePage>(COLLAGE_PAGES)) {
    test(`${one.path}: says that the camera is denied, asks again without a refresh, leads back`, async ({ page, site }) => {
      await stubGallery(page);
      await page.goto(one.path);
      const alert = page.getByRole('alert');
      for (const text of ['Camera Access Required', ...one.denied])
        await expect(alert.getByText(text, { exact: true })).toBeVisible();
      await expect(alert.getByRole('link', { name: one.back[0] })).toHaveAttribute('href', one.back[1]);
      if (one === hybrid) await expectAccessible(page, 'denied');
      await page.context().grantPermissions(['camera'], { origin: site.url });
      await alert.getByRole('button', { name: one.retry }).click();
      await expect(page.getByRole('button', { name: one.start })).toBeEnabled();
    });
  }
});

for (const one of [optimal, optimal80, hybrid]) {
  test(`${one.path}: Start waits for a camera`, async ({ page }) => {
    await stubGallery(page);
    await page.addInitScript(() => {
      navigator.mediaDevices.enumerateDevices = () => Promise.resolve([]);
    });
    await page.goto(one.path);
    await expect(page.getByText('No cameras detected')).toBeAttached();
    await expect(page.getByRole('button', { name: one.start })).toBeDisabled();
  });
}

test('a camera that does not start is a denial', async ({ page }) => {
  await stubGallery(page);
  await page.addInitScript(() => {
    let asked = 0;
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = (constraints) =>
      (asked += 1) === 2 ? Promise.reject(new DOMException('in use', 'NotReadableError')) : open(constraints);
  });
  await page.goto(collage.path);
  await page.getByRole('button', { name: collage.start }).click();
  await expect(page.getByRole('alert')).toContainText('Camera Access Required');
  await expect(page.getByRole('alert')).toContainText('something else is using it');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('button', { name: collage.start })).toBeEnabled();
});

test('the room of the 20-photo page has counter, bar, grid, thumbnails and shutter; Cancel discards and releases', async ({
  page,
}) => {
  const { gallery, cameras } = await openPage(page, collage.path);
  await openRoom(page, collage);
  const room = roomOf(page);
  await expect(room.getByText('Photo 0 of 20')).toBeVisible();
  await expect(room.getByRole('progressbar', { name: 'Photos taken' })).toHaveAttribute('max', '20');
  await expect(room.locator('svg[data-cells="20"]')).toBeVisible();
  await expect(room.getByRole('img', { name: 'Thumbnails of the photos taken' })).toBeVisible();
  const asked = await page.evaluate(() => (window as unknown as { asked: MediaStreamConstraints[] }).asked.at(-1));
  expect(asked).toMatchObject({ audio: false, video: { width: { ideal: 1920 }, height: { ideal: 1080 } } });
  await shutterOf(page).click();
  await expect(shutterOf(page)).toBeDisabled();
  await expect(room.getByText(/^Photo ([3-9]|1\d) of 20$/)).toBeVisible();
  expect(await room.getByRole('progressbar').evaluate((bar: HTMLProgressElement) => bar.value)).toBeGreaterThanOrEqual(3);
  await room.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: collage.start })).toBeVisible();
  await expect(room).toHaveCount(0);
  expect(await cameras()).toEqual({ opened: 2, stopped: 2, live: 0 });
  // The room opens anew with nothing of the photos in it.
  await openRoom(page, collage);
  await expect(room.getByText('Photo 0 of 20')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(room).toHaveCount(0);
  expect(gallery.tried).toEqual([]);
  expect((await cameras()).live).toBe(0);
});

test('Cancel on the honeycomb page discards a series that runs', async ({ page }) => {
  const { gallery, cameras } = await openPage(page, hexagon.path);
  await page.getByRole('switch', { name: 'Every tile a new frame' }).check();
  await openRoom(page, hexagon);
  await expect(roomOf(page).locator('svg[data-cells="100"]')).toBeVisible();
  await shutterOf(page).click();
  await expect(roomOf(page).getByText(/^Photo [1-9]\d* of 100$/)).toBeVisible();
  await roomOf(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: hexagon.start })).toBeVisible();
  expect(gallery.tried).toEqual([]);
  expect((await cameras()).live).toBe(0);
});

test('the squares page counts in squares at 100fps, and has the gallery ready before it is opened', async ({ page }) => {
  const { gallery } = await openPage(page, squares.path);
  await expect.poll(() => gallery.lists).toBe(1);
  await page.getByRole('switch', { name: 'Every tile a new frame' }).check();
  await openRoom(page, squares);
  await expect(roomOf(page).getByText('0 / 100 SQUARES')).toBeVisible();
  await shutterOf(page).click();
  await expect(roomOf(page).getByText('Capturing at 100fps...')).toBeVisible();
  await expect(roomOf(page).getByText('100 / 100 SQUARES')).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText('Saved to gallery!')).toBeVisible();
  // The picture changed the gallery, so the list in store is asked for again.
  await expect.poll(() => gallery.lists).toBe(2);
});

test('the countdown shows three, two, one before the first photo', async ({ page }) => {
  await openPage(page, hexagon.path);
  await page.getByRole('switch', { name: 'Count down from three' }).check();
  await openRoom(page, hexagon);
  await shutterOf(page).click();
  for (const left of ['3', '2', '1']) await expect(roomOf(page).getByText(left, { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: hexagon.result })).toBeVisible({ timeout: 20_000 });
});

test('Switch Camera opens under the mouse, and the other camera takes over', async ({ page }) => {
  const { cameras } = await openPage(page, optimal80.path);
  await openRoom(page, optimal80);
  const room = roomOf(page);
  const button = room.getByRole('button', { name: 'Switch Camera' });
  await button.hover();
  await expect(room.getByRole('button', { name: 'Back Camera (Rear)' })).toHaveAttribute('aria-pressed', 'true');
  await room.getByRole('button', { name: 'Front Camera (Front)' }).click();
  await expect(shutterOf(page)).toBeEnabled();
  await expect.poll(cameras).toEqual({ opened: 3, stopped: 2, live: 1 });
  const flip = () => room.locator('video').evaluate((video) => getComputedStyle(video).transform);
  await expect.poll(flip).toBe('matrix(-1, 0, 0, 1, 0, 0)');
  // By the keyboard; Escape closes the menu before it closes the room.
  await page.mouse.move(0, 0);
  await button.press('Enter');
  await expect(room.getByRole('button', { name: 'Front Camera (Front)' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(room.getByRole('button', { name: 'Front Camera (Front)' })).toBeHidden();
  await expect(room).toBeVisible();
});

test('a failed save keeps the picture and is tried again under the same key', async ({ page, expectedConsole }) => {
  expectedConsole.push(/503/);
  const { gallery } = await openPage(page, hexagon.path);
  gallery.failNext = 503;
  await takePicture(page, hexagon);
  await expect(page.getByText(hexagon.failed, { exact: true })).toBeVisible();
  await expect(page.getByText(/^Failed to save submission\./)).toBeVisible();
  await expect(page.getByRole('img', { name: 'Your collage of 100 photos' })).toBeVisible();
  expect((await downloadPicture(page, 'Download Collage')).content.byteLength).toBeGreaterThan(1000);
  let release = () => {};
  gallery.hold = new Promise((resolve) => (release = resolve));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Saving to gallery...')).toBeVisible();
  release();
  await expect(page.getByText('Saved to gallery!')).toBeVisible();
  expect(gallery.tried).toHaveLength(2);
  expect(gallery.tried[1]!.headers['idempotency-key']).toBe(gallery.tried[0]!.headers['idempotency-key']);
  expect(gallery.tried[1]!.body).toEqual(gallery.tried[0]!.body);
});

test('a private picture stays private until it is added; what was added can be removed', async ({ page }) => {
  const { gallery } = await openPage(page, hexagon.path);
  gallery.isHeld = true;
  await page.getByRole('switch', { name: 'Add to the shared gallery' }).uncheck();
  await takePicture(page, hexagon);
  await expect(page.getByText('Not in the gallery: this picture is on your device only.')).toBeVisible();
  expect(gallery.tried).toEqual([]);
  await page.getByRole('button', { name: 'Add to the shared gallery' }).click();
  await expect(page.getByText('Saved to gallery!')).toBeVisible();
  await expect(page.getByText("It is listed after this site's owner has looked at it.")).toBeVisible();
  expect(await page.evaluate(() => Object.values(localStorage))).toEqual([
    JSON.stringify({ '00000000-0000-4000-8000-000000000001': 'token-1' }),
  ]);
  await page.getByRole('button', { name: 'Remove from gallery' }).click();
  await expect(page.getByText('Removed from gallery')).toBeVisible();
  expect(gallery.removed).toEqual([{ id: '00000000-0000-4000-8000-000000000001', token: 'token-1' }]);
});

test('Share hands the file to the system, Copy image puts a PNG on the clipboard', async ({ page, site }) => {
  await page.context().grantPermissions(['camera', 'clipboard-read', 'clipboard-write'], { origin: site.url });
  await page.addInitScript(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files }: { files: File[] }) =>
        Object.assign(window, { shared: files.map(({ name, type, size }) => ({ name, type, isEmpty: size === 0 })) }),
    });
  });
  await openPage(page, hexagon.path);
  await takePicture(page, hexagon);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shared: unknown }).shared))
    .toEqual([{ name: 'hexagonal-collage.jpg', type: 'image/jpeg', isEmpty: false }]);
  await page.getByRole('button', { name: 'Copy image' }).click();
  await expect(page.getByText('Image copied', { exact: true })).toBeVisible();
  const types = await page.evaluate(async () => (await navigator.clipboard.read()).flatMap((item) => item.types));
  expect(types).toEqual(['image/png']);
});

test('an unplugged camera ends the capture with a word, and the next one can start', async ({ page }) => {
  const { gallery, cameras } = await openPage(page, collage.path);
  await openRoom(page, collage);
  await shutterOf(page).click();
  await expect(roomOf(page).getByText(/^Photo ([2-9]|1\d) of 20$/)).toBeVisible();
  await page.evaluate(() =>
    (window as unknown as { cameraTracks: MediaStreamTrack[] }).cameraTracks.at(-1)!.dispatchEvent(new Event('ended')),
  );
  await expect(page.getByRole('alert')).toContainText('The camera was unplugged');
  await expect(roomOf(page)).toHaveCount(0);
  expect(await cameras()).toEqual({ opened: 2, stopped: 2, live: 0 });
  await openRoom(page, collage);
  expect(gallery.tried).toEqual([]);
});

test('thirty hidden seconds and leaving the page both switch the camera off', async ({ page }) => {
  await page.clock.install();
  const { cameras } = await openPage(page, collage.path);
  await openRoom(page, collage);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.clock.runFor(29_000);
  expect((await cameras()).live).toBe(1);
  await page.clock.runFor(1_500);
  await expect(page.getByRole('alert')).toContainText('switched off because nobody was looking');
  expect((await cameras()).live).toBe(0);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await openRoom(page, collage);
  await page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
  await expect(roomOf(page)).toHaveCount(0);
  expect(await cameras()).toEqual({ opened: 3, stopped: 3, live: 0 });
});

test('torch, zoom and exposure stand where the camera offers them, and nowhere else', async ({ page }) => {
  await page.addInitScript(() => {
    const abilities = MediaStreamTrack.prototype.getCapabilities;
    MediaStreamTrack.prototype.getCapabilities = function withoutExposure() {
      const { exposureCompensation: _none, ...others } = abilities.call(this) as Record<string, unknown>;
      const offered = (window as unknown as { offered?: object }).offered ?? {};
      return { ...others, zoom: undefined, ...offered } as MediaTrackCapabilities;
    };
    const constrain = MediaStreamTrack.prototype.applyConstraints;
    MediaStreamTrack.prototype.applyConstraints = function note(constraints) {
      Object.assign(window, { constrained: constraints?.advanced });
      return constraints?.advanced ? Promise.resolve() : constrain.call(this, constraints);
    };
  });
  await openPage(page, collage.path);
  await openRoom(page, collage);
  await expect(page.getByRole('group', { name: 'Camera settings' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    Object.assign(window, {
      offered: { torch: true, zoom: { min: 1, max: 5, step: 0.5 }, exposureCompensation: { min: -2, max: 2, step: 1 } },
    });
  });
  await openRoom(page, collage);
  await page.getByRole('checkbox', { name: 'Torch' }).check();
  const constrained = () => page.evaluate(() => (window as unknown as { constrained: unknown }).constrained);
  expect(await constrained()).toEqual([{ torch: true }]);
  await page.getByRole('slider', { name: 'Zoom' }).fill('3.5');
  expect(await constrained()).toEqual([{ zoom: 3.5 }]);
  await expect(page.getByRole('slider', { name: 'Exposure' })).toBeVisible();
});

for (const scheme of ['light', 'dark', 'forced colours'] as const) {
  for (const width of scheme === 'light' ? [390, 1440] : [820]) {
    test(`axe finds nothing in the studio, the room, the result and the retake: ${scheme}, ${width} px`, async ({ page }) => {
      test.slow();
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({
        reducedMotion: 'reduce',
        ...(scheme === 'forced colours' ? { forcedColors: 'active' } : { colorScheme: scheme }),
      });
      await openPage(page, hexagon.path);
      await expect(page.getByRole('button', { name: hexagon.start })).toBeEnabled();
      await expectAccessible(page, 'studio');
      const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
      expect(await isTooWide()).toBe(false);
      await openRoom(page, hexagon);
      await expectAccessible(page, 'room');
      await shutterOf(page).click();
      await expect(page.getByText('Saved to gallery!')).toBeVisible({ timeout: 20_000 });
      await expect(page.getByRole('heading', { name: hexagon.result })).toBeFocused();
      await expectAccessible(page, 'result');
      expect(await isTooWide()).toBe(false);
      await page.getByRole('button', { name: 'Retake one tile' }).click();
      await expect(page.getByText('Row 1, column 1')).toBeVisible();
      await expectAccessible(page, 'retake');
    });
  }
}

test('every card of /projects/cameras, and every camera among its more experiments, opens a page that exists', async ({
  page,
}) => {
  await stubGallery(page);
  await askForLittle(page);
  const cards = [
    ['80 Rectangle Camera', optimal80.heading],
    ['12 Rectangle Camera', optimal.heading],
    ['Honeycomb Pattern Camera', hexagon.heading],
    ['Sectional Grid Camera', collage.heading],
  ] as const;
  for (const [title, heading] of cards) {
    await page.goto('/projects/cameras');
    await page.getByRole('link', { name: `Open Camera System: ${title}` }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
  for (const [title, heading] of [
    ['Camera Kaleidoscope', 'Camera Kaleidoscope'],
    ['Rapid Square Camera', squares.heading],
    ['Hybrid Tessellation Camera', hybrid.heading],
  ] as const) {
    await page.goto('/projects/cameras');
    await page.getByRole('main').getByRole('link', { name: title }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
});
