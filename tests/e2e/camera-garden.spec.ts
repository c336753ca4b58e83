import type { Page } from '@playwright/test';
import { addFlower, coverageOf, createGarden, isComplete, settleNow } from '../../apps/demos-cameras/src/garden/garden.model.ts';
import { createRandom } from '../../libs/sim/src/random.ts';
import { expectAccessible } from '../support/accessible.ts';
import { countCameras, downloadPicture, fakeCameras, launchWith, nameCameras, stubGallery } from '../support/camera.ts';
import { answerPrompt, askedOf, holdPrompt, SHARING_NOTICE } from '../support/camera-room.ts';
import { listPictures, sharePicture } from '../support/gallery.ts';
import { longestTasks } from '../support/main-thread.ts';
import { startSite } from '../support/site.ts';
import { expect, test } from '../support/test.ts';

test.use({ launchOptions: launchWith(fakeCameras(3)), permissions: ['camera'] });

const PATH = '/projects/camera-kaleidoscope';
const NAMES = ['Front Camera', 'Back Camera'];
/** A phone held upright: seven flowers or so. */
const PHONE = { width: 390, height: 844 };

const startButton = (page: Page) => page.getByRole('button', { name: 'Start Creating Flowers' });
const room = (page: Page) => page.getByRole('dialog', { name: 'Garden' });
const growth = (page: Page) => room(page).locator('[data-growth]');

/** Notes when photos are taken. */
async function watch(page: Page) {
  await page.addInitScript(() => {
    const run = { photos: [] as number[] };
    Object.assign(window, { run });
    const draw = CanvasRenderingContext2D.prototype.drawImage;
    CanvasRenderingContext2D.prototype.drawImage = function drawAndNote(this: CanvasRenderingContext2D, ...args: unknown[]) {
      if (args[0] instanceof HTMLVideoElement) run.photos.push(performance.now());
      Reflect.apply(draw, this, args);
    } as typeof draw;
  });
}

interface Run {
  readonly photos: number[];
}
const runOf = (page: Page) => page.evaluate(() => (window as unknown as { run: Run }).run);

async function openRoom(page: Page, address: string) {
  await page.goto(address);
  await page.getByRole('button', { name: 'Enable Camera' }).click();
  await startButton(page).click();
  await expect(growth(page)).not.toHaveText(/^0 flowers/);
}

/** The garden that a seed grows where every flower is in its place at once. */
function expected(seed: number, { width, height }: { width: number; height: number }) {
  const [garden, random] = [createGarden(width, height), createRandom(seed)];
  while (!isComplete(garden)) settleNow(garden, addFlower(garden, random));
  return { flowers: garden.flowers.length, coverage: coverageOf(garden) };
}

test('asks only when asked to, lists cameras as Front, Rear or Unknown, tells what is shared', async ({ page }) => {
  await stubGallery(page);
  await nameCameras(page, NAMES);
  const cameras = await countCameras(page);
  await holdPrompt(page);
  await page.goto(PATH);
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
  await expect(page.getByRole('switch', { name: 'Add to the shared gallery' })).toBeChecked();
  await list.getByRole('button', { name: /^Front Camera/ }).click();
  await expect(list.getByRole('button', { pressed: true })).toHaveText('Front Camera Front');
  expect(await cameras()).toEqual({ opened: 1, stopped: 1, live: 0 });
  const [asked] = await askedOf(page);
  expect(asked).toMatchObject({ audio: false, video: { width: { ideal: 640 }, height: { ideal: 480 } } });
});

for (const { names, rows } of [
  {
    names: ['Backyard Confrontation', 'Back camera, front of the dock', 'FaceTime HD Camera'],
    rows: ['Backyard Confrontation Unknown', 'Back camera, front of the dock Rear', 'FaceTime HD Camera Front'],
  },
  {
    names: ['camera2 0, facing environment', 'user-facing', ''],
    rows: ['camera2 0, facing environment Rear', 'user-facing Front', 'Camera 3 Unknown'],
  },
]) {
  test(`says where a camera looks by whole words of its name: ${names.join(' | ')}`, async ({ page }) => {
    await nameCameras(page, names);
    await page.goto(PATH);
    await page.getByRole('button', { name: 'Enable Camera' }).click();
    await expect(page.getByRole('list', { name: 'Cameras' }).getByRole('button')).toHaveText(rows);
  });
}

test('what a camera says of its facing counts more than its name', async ({ page }) => {
  await nameCameras(page, ['Front Camera', 'Back Camera', 'Third']);
  await page.addInitScript(() => {
    for (const prototype of [InputDeviceInfo.prototype, MediaStreamTrack.prototype]) {
      prototype.getCapabilities = () => ({ facingMode: ['user'] });
    }
  });
  await page.goto(PATH);
  await page.getByRole('button', { name: 'Enable Camera' }).click();
  await expect(page.getByRole('list', { name: 'Cameras' }).getByRole('button')).toHaveText([
    'Front Camera Front',
    'Back Camera Front',
    'Third Front',
  ]);
});

test('without a camera Start waits', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.enumerateDevices = () => Promise.resolve([]);
  });
  await page.goto(PATH);
  await page.getByRole('button', { name: 'Enable Camera' }).click();
  await expect(page.getByText('No cameras detected', { exact: true })).toBeVisible();
  await expect(startButton(page)).toBeDisabled();
});

test.describe('without permission', () => {
  test.use({ permissions: [] });
  test('says that the camera is denied, and asks again without a refresh', async ({ page, site }) => {
    await page.goto(PATH);
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

test('with less motion: a photo a second, in place at once, until 60 % are covered; saved, listed, removed on the real server', async ({
  page,
}) => {
  test.setTimeout(90_000);
  const site = await startSite();
  try {
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const cameras = await countCameras(page);
    await watch(page);
    const posts: (string | null)[] = [];
    page.on('request', (request) => {
      if (request.postData() !== null) posts.push(request.postData());
    });
    await openRoom(page, `${site.url}${PATH}?seed=11`);
    const meter = room(page).getByRole('meter', { name: 'Coverage' });
    // Flowers are where they belong: the first covers at once.
    expect(await meter.evaluate((one: HTMLMeterElement) => one.value)).toBeGreaterThan(0.03);
    await expect(room(page).getByText('A photo a second becomes a flower')).toBeVisible();
    await expect(room(page).getByText('The garden is full')).toBeVisible({ timeout: 30_000 });
    const fullAt = await page.evaluate(() => performance.now());
    expect(posts, 'nothing leaves before the end').toEqual([]);
    await expect(page.getByRole('heading', { name: 'Garden Complete!' })).toBeVisible();
    const garden = expected(11, PHONE);
    await expect(page.locator('[data-fact=flowers]')).toHaveText(`${garden.flowers} flowers`);
    await expect(page.locator('[data-fact=coverage]')).toHaveText(`${Math.floor(garden.coverage * 100)}% of the view in bloom`);
    const { photos } = await runOf(page);
    expect(photos).toHaveLength(garden.flowers);
    for (const [n, at] of photos.entries()) expect(Math.abs(at - photos[0]! - n * 1000)).toBeLessThan(200);
    await expect(page.getByText('Saved to gallery!', { exact: true })).toBeVisible();
    expect((await page.evaluate(() => performance.now())) - fullAt).toBeGreaterThan(900);
    expect(await cameras()).toEqual({ opened: 2, stopped: 2, live: 0 });

    // The file: the page's own pixels, as much of them in bloom as the meter said.
    expect(posts).toHaveLength(1);
    const sent = JSON.parse(posts[0]!) as Record<string, unknown>;
    expect(Object.keys(sent).toSorted()).toEqual(['flowerCount', 'imageData']);
    expect(sent['imageData']).toMatch(/^data:image\/png;base64,/);
    const { name, content } = await downloadPicture(page, 'Download Image');
    expect(name).toBe('kaleidoscope-garden.png');
    expect(content.subarray(1, 4).toString()).toBe('PNG');
    const reading = await page.evaluate(async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))]));
      const { width, height } = bitmap;
      const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
      context.drawImage(bitmap, 0, 0);
      const seen = context.getImageData(0, 0, width, height).data;
      const evening = context.createLinearGradient(0, 0, 0, height);
      for (const [n, colour] of ['#101a3a', '#1d3a4a', '#24553d'].entries()) evening.addColorStop(n / 2, colour);
      context.fillStyle = evening;
      context.fillRect(0, 0, width, height);
      const ground = context.getImageData(0, 0, width, height).data;
      let differing = 0;
      for (let at = 0; at < seen.length; at += 4) {
        const apart = [0, 1, 2].map((c) => Math.abs(seen[at + c]! - ground[at + c]!));
        if (Math.max(...apart) > 3) differing += 1;
      }
      return { width, height, bloom: differing / (width * height) };
    }, content.toString('base64'));
    expect(reading).toMatchObject(PHONE);
    expect(Math.abs(reading.bloom - garden.coverage) / garden.coverage).toBeLessThan(0.02);

    // What the server made of it.
    expect(await listPictures(site.url)).toMatchObject([{ exhibit: 'kaleidoscope', flowerCount: garden.flowers, ...PHONE }]);
    await expect(page.getByRole('link', { name: 'Back to Projects' })).toHaveAttribute('href', '/projects');
    await page.getByRole('button', { name: 'Remove from gallery' }).click();
    await expect(page.getByText('Removed from gallery', { exact: true })).toBeVisible();
    expect(await listPictures(site.url)).toEqual([]);
    await page.getByRole('link', { name: 'View Gallery' }).click();
    await expect(page.getByRole('heading', { name: 'The walls are empty' })).toBeVisible();
  } finally {
    await site.close();
  }
});

test('flowers fall before they settle, no task holds up the page, and Finish now keeps the garden as it stands', async ({
  page,
  browser,
}) => {
  test.setTimeout(60_000);
  const gallery = await stubGallery(page);
  const cameras = await countCameras(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${PATH}?seed=4`);
  await expect(page.locator('canvas[data-full]')).toBeVisible();
  await page.getByRole('button', { name: 'Enable Camera' }).click();
  await expect(startButton(page)).toBeEnabled();
  let flowers = 0;
  const tasks = await longestTasks(browser, page, async () => {
    await startButton(page).click();
    await expect(growth(page)).toHaveText('2 flowers, 0% covered');
    await expect(growth(page)).toHaveText(/^\d+ flowers, [1-9]\d*% covered$/, { timeout: 15_000 });
    await room(page).getByRole('button', { name: 'Finish now' }).click();
    await expect(page.getByRole('heading', { name: 'Garden Complete!' })).toBeFocused();
    flowers = Number((await page.locator('[data-fact=flowers]').textContent())?.split(' ')[0]);
  });
  expect(tasks[0], `longest tasks from Start to the result: ${tasks.join(', ')} ms`).toBeLessThan(50);
  expect(flowers).toBeGreaterThan(2);
  await expect(page.getByText('Saved to gallery!', { exact: true })).toBeVisible();
  expect(gallery.tried.map(({ body, headers }) => [body['flowerCount'], headers['x-exhibit']])).toEqual([
    [flowers, 'kaleidoscope'],
  ]);
  expect((await cameras()).live).toBe(0);
  await page.getByRole('button', { name: 'Grow another' }).click();
  await expect(startButton(page)).toBeEnabled();
});

test('Cancel and Escape discard the garden; a wide window is saved 1920 pixels wide', async ({ page }) => {
  test.slow();
  const gallery = await stubGallery(page);
  const cameras = await countCameras(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 2400, height: 1000 });
  await openRoom(page, `${PATH}?seed=5`);
  await room(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(room(page)).toHaveCount(0);
  await startButton(page).click();
  await page.keyboard.press('Escape');
  await expect(room(page)).toHaveCount(0);
  await expect.poll(async () => (await cameras()).live).toBe(0);
  expect(gallery.tried).toEqual([]);
  await page.getByRole('switch', { name: 'Add to the shared gallery' }).uncheck();
  await startButton(page).click();
  await room(page).getByRole('button', { name: 'Finish now' }).click();
  await expect(page.getByText('Not in the gallery: this picture is on your device only.')).toBeVisible();
  await expect(page.locator('[data-fact=flowers]')).toHaveText('1 flower');
  const { content } = await downloadPicture(page, 'Download Image');
  expect([content.readUInt32BE(16), content.readUInt32BE(20)]).toEqual([1920, 800]);
  expect(gallery.tried).toEqual([]);
});

test('a gallery that is full, and one that is down, leave the garden on the page, to be tried again', async ({
  page,
  expectedConsole,
}) => {
  test.setTimeout(60_000);
  expectedConsole.push(/507/, /ERR_CONNECTION_REFUSED/, /Failed to fetch/);
  const site = await startSite({ env: { GALLERY_MAX_PICTURES: '1' } });
  const other = await sharePicture(site.url, 1, 'collage', 20);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize(PHONE);
  await openRoom(page, `${site.url}${PATH}?seed=6`);
  const answer = page.waitForResponse((response) => response.request().method() === 'POST');
  await room(page).getByRole('button', { name: 'Finish now' }).click();
  expect((await answer).status()).toBe(507);
  await expect(page.getByText('Failed to save to gallery', { exact: true })).toBeVisible();
  await expect(page.getByText('Failed to save submission. The picture is still here, and nothing is lost.')).toBeVisible();
  await expect(page.getByRole('img', { name: /^Your garden of \d flowers?$/ })).toBeVisible();
  await fetch(`${site.url}/api/kaleidoscope-submissions/${other.id}`, {
    method: 'DELETE',
    headers: { 'X-Delete-Token': other.deleteToken },
  });
  await site.close();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(
    page.getByText('Nothing answered: check the connection. The picture is still here, and nothing is lost.'),
  ).toBeVisible();
  expect((await downloadPicture(page, 'Download Image')).content.subarray(1, 4).toString()).toBe('PNG');
  const back = await startSite({ env: { PORT: new URL(site.url).port } });
  try {
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Saved to gallery!', { exact: true })).toBeVisible();
    expect(await listPictures(back.url)).toHaveLength(1);
  } finally {
    await back.close();
  }
});

test('flowers are kaleidoscopes: a sixth of a turn changes nothing', async ({ page }) => {
  await page.goto(PATH);
  const canvas = page.locator('canvas[data-full]');
  await expect(canvas).toBeVisible();
  const [width, height, seed] = [960, 720, 20250624];
  const [garden, random] = [createGarden(width, height), createRandom(seed)];
  while (!isComplete(garden)) settleNow(garden, addFlower(garden, random));
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
        const colours = Array.from({ length: 6 }, (_, n) => at(0.26 + (n * Math.PI) / 3));
        // A wedge mirrored: as far to the other side of the petal's middle.
        const mirrored = Array.from({ length: 6 }, (_, n) => at(-0.26 + (n * Math.PI) / 3));
        const [first] = colours;
        return Math.max(
          ...[...colours, ...mirrored].map((colour) => Math.max(...colour.map((part, c) => Math.abs(part - first![c]!)))),
        );
      });
    },
    flowers.map(({ x, y, radius, rotation }) => ({ x, y, radius, rotation })),
  );
  // Edges between two colours fall on pixels a little differently.
  expect(apart.toSorted((a, b) => a - b)[Math.floor(apart.length * 0.7)]!, apart.join(' ')).toBeLessThan(25);
});

for (const scheme of ['light', 'dark', 'forced colours'] as const) {
  test(`axe finds nothing in the introduction, the garden and its end: ${scheme}`, async ({ page }) => {
    await page.setViewportSize(scheme === 'light' ? PHONE : { width: 1440, height: 900 });
    await page.emulateMedia({
      reducedMotion: 'reduce',
      ...(scheme === 'forced colours' ? { forcedColors: 'active' } : { colorScheme: scheme }),
    });
    await stubGallery(page);
    await page.goto(`${PATH}?seed=2`);
    await page.getByRole('button', { name: 'Enable Camera' }).click();
    await expect(startButton(page)).toBeEnabled();
    await expectAccessible(page, 'introduction');
    expect(await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)).toBe(false);
    await startButton(page).click();
    await expect(growth(page)).not.toHaveText(/^0 flowers/);
    await expectAccessible(page, 'garden');
    await room(page).getByRole('button', { name: 'Finish now' }).click();
    await expect(page.getByText('Saved to gallery!', { exact: true })).toBeVisible();
    await expectAccessible(page, 'end');
  });
}
