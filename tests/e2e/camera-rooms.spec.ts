import type { Locator } from '@playwright/test';
import { fakeCameras, launchWith } from '../support/camera.ts';
import { askedOf, chooseHow, openCameraPage, openRoom, roomOf, shutterOf, takePicture } from '../support/camera-room.ts';
import { COLLAGE_PAGES } from '../support/collage-pages.ts';
import { expect, stopClock, test } from '../support/journey.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ['camera'] });

const { collage, hexagon, squares, optimal, optimal80 } = COLLAGE_PAGES;

test('the room of the 20-photo page has counter, bar, grid, thumbnails and shutter; Cancel discards and releases', async ({
  page,
}) => {
  const { gallery, cameras } = await openCameraPage(page, collage.path);
  await openRoom(page, collage);
  const room = roomOf(page);
  await expect(room.getByText('Photo 0 of 20')).toBeVisible();
  await expect(room.getByRole('progressbar', { name: 'Photos taken' })).toHaveAttribute('max', '20');
  await expect(room.locator('svg[data-cells="20"]')).toBeVisible();
  await expect(room.getByRole('img', { name: 'Thumbnails of the photos taken' })).toBeVisible();
  const asked = (await askedOf(page)).at(-1);
  expect(asked).toMatchObject({ audio: false, video: { width: { ideal: 1920 }, height: { ideal: 1080 } } });
  await stopClock(page);
  await shutterOf(page).click();
  await expect(shutterOf(page)).toBeDisabled();
  await expect(room.locator('video + div canvas')).toBeAttached();
  await page.clock.runFor(2 * collage.intervalMs + 10);
  await expect(room.getByText(collage.counter(3), { exact: true })).toBeVisible();
  // As many thumbnails and cells as photos, each in its place from the first one on.
  const painted = await room.evaluate((element) => {
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
  expect(await room.getByRole('progressbar').evaluate((bar: HTMLProgressElement) => bar.value)).toBe(3);
  await room.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: collage.start })).toBeVisible();
  await expect(room).toHaveCount(0);
  expect(await cameras()).toEqual({ opened: 2, stopped: 2, live: 0 });
  // The room opens again without any of the photos.
  await openRoom(page, collage);
  await expect(room.getByText('Photo 0 of 20')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(room).toHaveCount(0);
  expect(gallery.tried).toEqual([]);
  expect((await cameras()).live).toBe(0);
});

test('the squares page preloads the gallery, and requests it again after its picture changed it', async ({ page }) => {
  const { gallery } = await openCameraPage(page, squares.path);
  await expect.poll(() => gallery.lists).toBe(1);
  await takePicture(page, squares);
  await expect(page.getByText('Saved to gallery!')).toBeVisible();
  // The picture changed the gallery, so the cached list is requested again.
  await expect.poll(() => gallery.lists).toBe(2);
  // It is already loaded.
  await page.getByRole('link', { name: 'View Gallery' }).click();
  await expect(page.getByRole('heading', { name: 'The walls are empty' })).toBeVisible();
  expect(gallery.lists).toBe(2);
});

test('the countdown shows three, two, one, a second each, before the first photo', async ({ page }) => {
  await openCameraPage(page, hexagon.path);
  await chooseHow(page, 'Count down from three');
  await openRoom(page, hexagon);
  const room = roomOf(page);
  await stopClock(page);
  await shutterOf(page).click();
  for (const left of ['3', '2', '1']) {
    await expect(room.getByText(left, { exact: true })).toBeVisible();
    await page.clock.runFor(990);
    await expect(room.getByText(left, { exact: true })).toBeVisible();
    await expect(room.getByText(hexagon.counter(0), { exact: true })).toBeVisible();
    await page.clock.runFor(10);
  }
  await page.clock.runFor(10);
  await expect(room.getByText(/^Photo [1-9] of 100$/)).toBeVisible();
  await page.clock.resume();
  await expect(page.getByRole('heading', { name: hexagon.result })).toBeVisible();
});

test('Switch Camera opens under the mouse, and the other camera takes over', async ({ page }) => {
  const { cameras } = await openCameraPage(page, optimal80.path);
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
  // With the keyboard: Escape closes the menu before the room.
  await page.mouse.move(0, 0);
  await button.press('Enter');
  await expect(room.getByRole('button', { name: 'Front Camera (Front)' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(room.getByRole('button', { name: 'Front Camera (Front)' })).toBeHidden();
  await expect(room).toBeVisible();
});

for (const { one, share } of [
  { one: collage, share: 0.9 },
  { one: squares, share: 0.9 },
  // As wide as the window leaves beside the shutter.
  { one: optimal80, share: 0.8 },
]) {
  test(`${one.path}: on a phone in landscape the view has the window's height, and the shutter is beside it`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 844, height: 390 });
    await openCameraPage(page, one.path);
    await openRoom(page, one);
    const room = roomOf(page);
    const boxOf = async (part: Locator) => (await part.boundingBox())!;
    const view = await boxOf(room.locator('video'));
    expect(view.height).toBeGreaterThanOrEqual(share * 390);
    expect(view.width / view.height).toBeCloseTo(one.size.width / one.size.height, 1);
    const beside = [
      shutterOf(page),
      room.getByRole('button', { name: 'Cancel' }),
      room.getByText(one.counter(0)),
      room.getByRole('progressbar'),
      ...(one === collage ? [room.getByRole('img', { name: /^Thumbnails/ })] : []),
      ...(one === optimal80 ? [room.getByRole('button', { name: 'Switch Camera' })] : []),
    ];
    for (const part of [room.locator('video'), ...beside]) await expect.soft(part).toBeInViewport({ ratio: 1 });
    for (const part of beside) expect.soft((await boxOf(part)).x).toBeGreaterThanOrEqual(view.x + view.width);
    expect(await room.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);
  });
}

test('torch, zoom and exposure are shown only if the camera offers them', async ({ page }) => {
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
  await openCameraPage(page, collage.path);
  await openRoom(page, collage);
  await expect(page.getByRole('group', { name: 'Camera settings' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    Object.assign(window, {
      offered: { torch: true, zoom: { min: 1, max: 5, step: 0.5 }, exposureCompensation: { min: -2, max: 2, step: 1 } },
    });
  });
  await openRoom(page, collage);
  await page.getByRole('switch', { name: 'Torch' }).check();
  const constrained = () => page.evaluate(() => (window as unknown as { constrained: unknown }).constrained);
  expect(await constrained()).toEqual([{ torch: true }]);
  await page.getByRole('slider', { name: 'Zoom' }).fill('3.5');
  expect(await constrained()).toEqual([{ zoom: 3.5 }]);
  await page.getByRole('slider', { name: 'Exposure' }).fill('-1');
  expect(await constrained()).toEqual([{ exposureCompensation: -1 }]);
});

for (const { one, size } of [
  { one: optimal, size: { width: 4 * 533, height: 3 * 300 } },
  { one: optimal80, size: { width: 10 * 213, height: 8 * 120 } },
]) {
  test(`${one.path}: tiles of a wide camera are wide, and stay so when the camera is turned meanwhile`, async ({ page }) => {
    await openCameraPage(page, one.path, { size: { width: 640, height: 360 } });
    await openRoom(page, one);
    const shape = () => page.locator('dialog video').evaluate((video) => video.parentElement!.style.cssText);
    const before = await shape();
    expect(before).toContain(String(size.width));
    await stopClock(page);
    await shutterOf(page).click();
    await page.clock.runFor(2 * one.intervalMs + 10);
    await expect(roomOf(page).getByText(one.counter(3), { exact: true })).toBeVisible();
    await page.evaluate(() => {
      const video = document.querySelector('dialog video')!;
      Object.defineProperty(video, 'videoWidth', { value: 360 });
      Object.defineProperty(video, 'videoHeight', { value: 640 });
      video.dispatchEvent(new Event('resize'));
    });
    await page.clock.runFor((one.count - 3) * one.intervalMs);
    await expect(roomOf(page).getByText(one.counter(one.count), { exact: true })).toBeVisible();
    expect(await shape()).toBe(before);
    await page.clock.resume();
    await expect(page.getByRole('heading', { name: one.result })).toBeVisible();
    const picture = page.getByRole('img', { name: /^Your collage of/ });
    await expect
      .poll(() => picture.evaluate(({ naturalWidth: width, naturalHeight: height }: HTMLImageElement) => ({ width, height })))
      .toEqual(size);
  });
}
