import type { Page, Request } from '@playwright/test';
import type { Cell, Layout } from '../../apps/demos-cameras/src/engine/layouts.ts';
import {
  cameraFromFile,
  countCameras,
  downloadPicture,
  launchWith,
  nameCameras,
  readPicture,
  stubGallery,
} from '../support/camera.ts';
import { readColour, VIDEO, writeCodedVideo } from '../support/coded-video.ts';
import { COLLAGE_PAGES, type CollagePage } from '../support/collage-pages.ts';
import { listPictures } from '../support/gallery.ts';
import { longestTasks } from '../support/main-thread.ts';
import { expect, test } from '../support/test.ts';

test.use({
  launchOptions: [
    // oxlint-disable-next-line no-empty-pattern -- the framework reads the parameter's text
    async ({}, use) => use(launchWith(...cameraFromFile(await writeCodedVideo()))),
    { scope: 'worker' },
  ],
  permissions: ['camera'],
});

const centreOf = ({ corners }: Cell) => ({
  x: corners.reduce((sum, { x }) => sum + x, 0) / corners.length,
  y: corners.reduce((sum, { y }) => sum + y, 0) / corners.length,
});

/** Where a point of the finished picture lies in the camera's picture: cover-cropped, centred, undistorted; 0 to 1. */
function seenAt(point: { x: number; y: number }, layout: Layout) {
  const scale = Math.max(layout.width / VIDEO.width, layout.height / VIDEO.height);
  return {
    x: 0.5 + (point.x - layout.width / 2) / scale / VIDEO.width,
    y: 0.5 + (point.y - layout.height / 2) / scale / VIDEO.height,
  };
}

interface Run {
  /** When each photo was drawn into the picture, and when the page began, in milliseconds. */
  shots: number[];
  /** Where each photo was drawn: left, top, width, height. */
  places: number[][];
  /** Every text that the counter and the line beside it have shown. */
  texts: string[];
  isShutterDisabled: boolean[];
  /** When a request with data began. */
  sends: number[];
}

/** Notes what happens between the shutter and the result. */
async function watch(page: Page) {
  await page.addInitScript(() => {
    const run: Run = { shots: [], places: [], texts: [], isShutterDisabled: [], sends: [] };
    Object.assign(window, { run });
    let lastPlace = '';
    const draw = CanvasRenderingContext2D.prototype.drawImage;
    CanvasRenderingContext2D.prototype.drawImage = function drawAndNote(this: CanvasRenderingContext2D, ...args: unknown[]) {
      // The first and the last photo of an open layout come by way of a still.
      const isSource = args[0] instanceof HTMLVideoElement || args[0] instanceof HTMLCanvasElement;
      const isPhoto = isSource && args.length === 9 && this.canvas.isConnected && !this.canvas.hasAttribute('role');
      // A picture that changed while it was drawn is drawn again at the same place; that is one photo.
      const place = args.slice(5).join();
      if (isPhoto && place !== lastPlace) {
        run.shots.push(performance.now());
        const shutter = document.querySelector<HTMLButtonElement>('button[aria-label="Take the photos"]');
        run.isShutterDisabled.push(shutter?.disabled ?? true);
        run.places.push(args.slice(5).map(Number));
      }
      if (isPhoto) lastPlace = place;
      Reflect.apply(draw, this, args);
    } as typeof draw;
    const send = window.fetch;
    window.fetch = (input, init) => {
      if (init?.body) run.sends.push(performance.now());
      return send(input, init);
    };
    new MutationObserver(() => {
      for (const element of document.querySelectorAll('[data-counter], dialog[aria-label=Camera] [role=status]')) {
        const text = element.textContent ?? '';
        if (!run.texts.includes(text)) run.texts.push(text);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

const runOf = (page: Page) => page.evaluate(() => (window as unknown as { run: Run }).run);

/** Forgets what was noted so far. */
const restart = (page: Page) =>
  page.evaluate(() => {
    for (const list of Object.values((window as unknown as { run: Run }).run)) list.length = 0;
  });

async function takePicture(page: Page, { start, result }: CollagePage): Promise<Run> {
  await page.getByRole('button', { name: start }).click();
  const shutter = page.getByRole('button', { name: 'Take the photos' });
  await expect(shutter).toBeEnabled();
  await restart(page);
  await shutter.click();
  await expect(page.getByRole('heading', { name: result })).toBeVisible({ timeout: 30_000 });
  return runOf(page);
}

async function readMoments(page: Page, { download, layout }: CollagePage) {
  const { content, name } = await downloadPicture(page, download);
  const places = [...layout.cells, ...layout.gaps];
  const { colours, ...size } = await readPicture(page, content, places.map(centreOf), 12);
  const readings = colours.map((colour, n) => ({ ...readColour(colour), at: centreOf(places[n]!) }));
  return { name, content, size, readings, codes: readings.map(({ code }) => Math.round(code)) };
}

/** First entry of a JPEG's brightness table, 16 at quality 0.5: 3 at 0.9, 6 at 0.8. */
const firstQuantizer = (jpeg: Buffer) => jpeg[jpeg.indexOf(Buffer.from([0xff, 0xdb])) + 5];

const stepsOf = (codes: readonly number[]) => codes.slice(1).map((code, n) => (code - codes[n]! + VIDEO.codes) % VIDEO.codes);

for (const collage of Object.values<CollagePage>(COLLAGE_PAGES)) {
  const { path, count, intervalMs, layout, size, counter } = collage;
  test(`${path}: ${count} photos, each in its cell at its moment, in the downloaded file, in the real gallery`, async ({
    page,
    browser,
    ownSite,
  }) => {
    test.slow();
    const cameras = await countCameras(page);
    const posts: Request[] = [];
    page.on('request', (request) => {
      if (request.postData() !== null) posts.push(request);
    });
    await watch(page);
    await page.goto(ownSite.url + path);
    let run: Run | undefined;
    const tasks = await longestTasks(browser, page, async () => {
      run = await takePicture(page, collage);
    });
    expect(tasks[0], `longest tasks from Start to the result: ${tasks.join(', ')} ms`).toBeLessThan(50);

    // Pace and states while shooting.
    const shots = run!.shots.slice(0, count);
    const elapsed = shots[count - 1]! - shots[0]!;
    const intended = (count - 1) * intervalMs;
    expect(elapsed).toBeGreaterThan(0.97 * intended);
    if (intervalMs >= 125) {
      expect(elapsed).toBeLessThan(1.03 * intended);
      const late = shots.map((at, n) => at - shots[0]! - n * intervalMs).toSorted((a, b) => a - b);
      expect(Math.abs(late[Math.floor(count / 2)]!), 'half of the photos are late').toBeLessThan(0.2 * intervalMs);
    }
    expect(run!.places.slice(0, count)).toEqual(layout.cells.map(({ box }) => [box.x, box.y, box.width, box.height]));
    expect(run!.isShutterDisabled).not.toContain(false);
    const counted = run!.texts.filter((text) => /\d/.test(text));
    expect(counted).toEqual(expect.arrayContaining(Array.from({ length: count }, (_, n) => counter(n + 1))));
    expect(run!.texts).toContain('Composing...');

    // One request carries data, and it begins after the last photo and the pause of half a second.
    await expect(page.getByText(collage.saved, { exact: true })).toBeVisible();
    expect(posts.map((post) => new URL(post.url()).pathname)).toEqual(['/api/kaleidoscope-submissions']);
    const body = posts[0]!.postDataJSON() as Record<string, unknown>;
    const headers = await posts[0]!.allHeaders();
    const [sentAt] = (await runOf(page)).sends;
    expect(sentAt! - shots[count - 1]!).toBeGreaterThan(495);
    expect(Object.keys(body).toSorted()).toEqual(['flowerCount', 'imageData']);
    expect(body['flowerCount']).toBe(count);
    expect(body['imageData']).toMatch(/^data:image\/jpeg;base64,/);
    expect(headers['x-exhibit']).toBe(collage.exhibit);
    expect(headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);

    // The file.
    const { name, content, size: fileSize, readings, codes } = await readMoments(page, collage);
    expect(name).toMatch(collage.fileName);
    expect(fileSize).toEqual(size);
    expect(firstQuantizer(content), 'JPEG quality 0.9').toBe(3);
    for (const [n, { x, y, at }] of readings.entries()) {
      const seen = seenAt(at, layout);
      expect(Math.abs(x - seen.x), `photo ${n + 1} across: ${x} for ${seen.x}`).toBeLessThan(0.02);
      expect(Math.abs(y - seen.y), `photo ${n + 1} down: ${y} for ${seen.y}`).toBeLessThan(0.02);
    }
    const steps = stepsOf(codes.slice(0, count));
    const framesApart = (intervalMs * VIDEO.fps) / 1000;
    // The camera itself may stall on a busy machine, now and then.
    const stalls = steps.filter((step) => Math.abs(step - framesApart) > 5);
    expect(stalls.length, `frames between photos: ${steps.join(' ')}`).toBeLessThanOrEqual(Math.max(2, 0.1 * count));
    expect(codes.slice(count), 'gaps show the last photo').toEqual(layout.gaps.map(() => codes[count - 1]));
    const distinct = 1 + steps.filter((step) => step > 0).length;
    await expect(page.locator('[data-fact=frames]')).toHaveText(`${count} shots, ${distinct} distinct frames`);

    // The ways on, and the light goes off.
    await expect(page.getByRole('link', { name: 'View Gallery' })).toHaveAttribute('href', '/projects/kaleidoscope-gallery');
    await expect(page.getByRole('link', { name: collage.back[0] })).toHaveAttribute('href', collage.back[1]);
    expect(await cameras()).toEqual({ opened: 2, stopped: 2, live: 0 });

    // The server lists it, the gallery shows it, and the one who made it takes it back.
    const [row] = await listPictures(ownSite.url);
    expect(row).toMatchObject({ exhibit: collage.exhibit, flowerCount: count, ...size });
    const wall = await page.context().newPage();
    await wall.goto(`${ownSite.url}/projects/kaleidoscope-gallery`);
    await expect(wall.locator(`img[src="${row!.thumbnailUrl}"]`)).toBeVisible();
    await page.getByRole('button', { name: 'Remove from gallery' }).click();
    await expect(page.getByText('Removed from gallery', { exact: true })).toBeVisible();
    expect(await listPictures(ownSite.url)).toEqual([]);
    await wall.reload();
    await expect(wall.getByRole('heading', { name: 'The walls are empty' })).toBeVisible();
    await wall.close();
  });
}

test('a front camera is previewed mirrored and saved as it sees; the switch saves it mirrored', async ({ page }) => {
  test.slow();
  await stubGallery(page);
  await nameCameras(page, ['Front Camera']);
  await page.goto(COLLAGE_PAGES.hexagon.path);
  const { layout, start } = COLLAGE_PAGES.hexagon;
  const flips = () =>
    page.locator('dialog video, dialog video + div').evaluateAll((all) => all.map((one) => getComputedStyle(one).transform));
  for (const isMirrored of [false, true]) {
    if (isMirrored) {
      await page.getByRole('button', { name: 'Take another' }).click();
      await page.getByRole('switch', { name: 'Mirror my photo' }).check();
    }
    await page.getByRole('button', { name: start }).click();
    await expect(page.getByRole('button', { name: 'Take the photos' })).toBeEnabled();
    // The view is a mirror; the growing picture is turned with it, unless it is mirrored itself.
    expect(await flips()).toEqual(['matrix(-1, 0, 0, 1, 0, 0)', isMirrored ? 'none' : 'matrix(-1, 0, 0, 1, 0, 0)']);
    await page.getByRole('button', { name: 'Take the photos' }).click();
    await expect(page.getByRole('heading', { name: COLLAGE_PAGES.hexagon.result })).toBeVisible({ timeout: 20_000 });
    const { readings } = await readMoments(page, COLLAGE_PAGES.hexagon);
    for (const { x, y, at } of readings) {
      const seen = seenAt(isMirrored ? { ...at, x: layout.width - at.x } : at, layout);
      expect(Math.abs(x - seen.x)).toBeLessThan(0.02);
      expect(Math.abs(y - seen.y)).toBeLessThan(0.02);
    }
  }
});

test('with "Every tile a new frame" a hundred shots hold a hundred frames', async ({ page }) => {
  test.slow();
  await stubGallery(page);
  await watch(page);
  await page.goto(COLLAGE_PAGES.squares.path);
  await page.getByRole('switch', { name: 'Every tile a new frame' }).check();
  const { shots } = await takePicture(page, COLLAGE_PAGES.squares);
  await expect(page.locator('[data-fact=frames]')).toHaveText('100 shots, 100 distinct frames');
  const { codes } = await readMoments(page, COLLAGE_PAGES.squares);
  expect(stepsOf(codes)).not.toContain(0);
  expect(shots.at(-1)! - shots[0]!).toBeGreaterThan((99 * 1000) / VIDEO.fps - 100);
});

test('a retake changes one tile, saves the new picture and removes the old one with its token', async ({ page }) => {
  test.slow();
  const gallery = await stubGallery(page);
  await watch(page);
  await page.goto(COLLAGE_PAGES.hexagon.path);
  await takePicture(page, COLLAGE_PAGES.hexagon);
  await expect(page.getByText('Saved to gallery!')).toBeVisible();
  const before = await readMoments(page, COLLAGE_PAGES.hexagon);
  await page.getByRole('button', { name: 'Retake one tile' }).click();
  const tile = page.getByRole('spinbutton', { name: 'Tile' });
  await expect(page.getByText('Row 1, column 1')).toBeVisible();
  // A press on the picture chooses too: the middle of row 5, column 6.
  const view = (await page.locator('dialog video').boundingBox())!;
  const { x, y } = centreOf(COLLAGE_PAGES.hexagon.layout.cells[45]!);
  await page.mouse.click(view.x + (x / 1000) * view.width, view.y + (y / 1000) * view.height);
  await expect(tile).toHaveValue('46');
  await tile.fill('47');
  await expect(page.getByText('Row 5, column 7')).toBeVisible();
  await page.getByRole('button', { name: 'Take this tile' }).click();
  await expect(page.getByText('Saved to gallery!')).toBeVisible();
  await expect.poll(() => gallery.removed).toEqual([{ id: '00000000-0000-4000-8000-000000000001', token: 'token-1' }]);
  const after = await readMoments(page, COLLAGE_PAGES.hexagon);
  const changed = after.codes.flatMap((code, n) => (code === before.codes[n] ? [] : [n]));
  // By chance, one time in 24, the new moment has the old one's code.
  expect(changed.filter((n) => n !== 46)).toEqual([]);
  expect(gallery.tried).toHaveLength(2);
  expect(gallery.tried[1]!.headers['idempotency-key']).not.toBe(gallery.tried[0]!.headers['idempotency-key']);
  expect(gallery.tried[1]!.body['imageData']).not.toBe(gallery.tried[0]!.body['imageData']);
});

test('on the hybrid page photos 65 to 113 can fill the gaps; its words for saving are its own', async ({
  page,
  expectedConsole,
}) => {
  test.slow();
  expectedConsole.push(/500/);
  const gallery = await stubGallery(page);
  gallery.failNext = 500;
  await watch(page);
  await page.goto(COLLAGE_PAGES.hybrid.path);
  await page.getByRole('switch', { name: 'Fill the gaps with photos of their own' }).check();
  await page.getByRole('button', { name: COLLAGE_PAGES.hybrid.start }).click();
  await expect(page.getByRole('dialog', { name: 'Camera' }).getByText('Photo 0 of 113')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  const { places } = await takePicture(page, COLLAGE_PAGES.hybrid);
  const { layout } = COLLAGE_PAGES.hybrid;
  expect(places).toEqual([...layout.cells, ...layout.gaps].map(({ box }) => [box.x, box.y, box.width, box.height]));
  await expect(page.locator('[data-fact=frames]')).toHaveText(/^113 shots, \d+ distinct frames$/);
  await expect(page.getByText('Error saving to gallery', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Saved to gallery', { exact: true })).toBeVisible();
  expect(gallery.tried.map(({ body }) => body['flowerCount'])).toEqual([113, 113]);
  const { codes, readings } = await readMoments(page, COLLAGE_PAGES.hybrid);
  for (const { x, y, at } of readings) {
    const seen = seenAt(at, layout);
    expect(Math.abs(x - seen.x)).toBeLessThan(0.02);
    expect(Math.abs(y - seen.y)).toBeLessThan(0.02);
  }
  expect(new Set(codes.slice(layout.cells.length)).size).toBeGreaterThan(5);
  await page.getByRole('button', { name: 'Capture New Composite' }).click();
  await expect(page.getByRole('button', { name: COLLAGE_PAGES.hybrid.start })).toBeEnabled();
});
