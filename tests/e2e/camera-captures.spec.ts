import type { Request } from '@playwright/test';
import { countCameras, fakeCameras, launchWith, nameCameras, readPicture, stubGallery } from '../support/camera.ts';
import { sharingOf, shutterOf, switchOnOption } from '../support/camera-page.ts';
import { readColor, showFrame, VIDEO } from '../support/coded-camera.ts';
import {
  centerOf,
  expectSeenAt,
  frameOf,
  openCodedCaptureDialog,
  readMoments,
  runOf,
  seenAt,
  takePhotos,
  takePicture,
  watch,
} from '../support/coded-capture.ts';
import { COLLAGE_PAGES } from '../support/collage-pages.ts';
import { expect, test } from '../support/journey.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ['camera'] });

// A page for each kind of layout: a grid, a honeycomb, and one with gaps. The unit tests of `layouts.ts` cover the other layouts.

const { collage, hexagon, hybrid } = COLLAGE_PAGES;

/** First entry of a JPEG's luminance quantization table: 16 at quality 0.5, 6 at 0.8, 3 at 0.9. */
const firstQuantizer = (jpeg: Buffer) => jpeg[jpeg.indexOf(Buffer.from([0xff, 0xdb])) + 5];

const PAUSE_MS = 500;

test('a grid of 20 photos, each on time and in its cell, is sent once and saved to a file', async ({ page }) => {
  const { path, count, intervalMs, layout, size, counter } = collage;
  const gallery = await stubGallery(page);
  await watch(page);
  const cameras = await countCameras(page);
  const posts: Request[] = [];
  page.on('request', (request) => {
    // The site's telemetry is sent when the page's clock advances.
    if (request.postData() !== null && !request.url().endsWith('/api/telemetry')) posts.push(request);
  });
  await page.goto(path);
  await sharingOf(page).check();
  await openCodedCaptureDialog(page, collage);
  await takePhotos(page, collage);

  const { shots, places, isShutterDisabled, texts } = await runOf(page);
  expect(shots.map((at) => Math.round(at - shots[0]!))).toEqual(Array.from({ length: count }, (_, n) => n * intervalMs));
  expect(places).toEqual(layout.cells.map(({ box }) => [box.x, box.y, box.width, box.height]));
  expect(isShutterDisabled).not.toContain(false);
  const counted = texts.filter((text) => /\d/.test(text) && text !== counter(0));
  expect(counted).toEqual(expect.arrayContaining(Array.from({ length: count }, (_, n) => counter(n + 1))));

  // The clock is at the last photo, or a millisecond later.
  const status = page.getByRole('dialog').getByRole('status');
  await page.clock.runFor(PAUSE_MS - 10);
  await expect(status).toHaveText('All photos taken');
  await page.clock.runFor(10);
  await expect(status).toHaveText('Composing...');
  expect(posts).toEqual([]);
  await page.clock.resume();
  await expect(page.getByText(collage.saved, { exact: true })).toBeVisible();
  expect(posts.map((post) => new URL(post.url()).pathname)).toEqual(['/api/kaleidoscope-submissions']);
  const [{ body, headers }] = gallery.tried as [(typeof gallery.tried)[number]];
  expect(Object.keys(body).toSorted()).toEqual(['flowerCount', 'imageData']);
  expect(body['flowerCount']).toBe(count);
  expect(body['imageData']).toMatch(/^data:image\/jpeg;base64,/);
  expect(headers['x-exhibit']).toBe(collage.exhibit);
  expect(headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);

  const { content, size: fileSize, readings, codes } = await readMoments(page, collage);
  expect(fileSize).toEqual(size);
  expect(firstQuantizer(content), 'JPEG quality 0.9').toBe(3);
  expectSeenAt(readings, layout);
  expect(codes, 'the frame of each photo').toEqual(layout.cells.map((_, photo) => photo % VIDEO.codes));
  await expect(page.locator('[data-fact=frames]')).toHaveText(`${count} shots, ${count} distinct frames`);
  expect(await cameras()).toEqual({ opened: 2, stopped: 2, live: 0 });
});

test('a honeycomb from a front camera is previewed mirrored and saved unmirrored; a retake changes one tile; the switch saves it mirrored', async ({
  page,
}) => {
  const gallery = await stubGallery(page);
  await watch(page);
  await nameCameras(page, ['Front Camera']);
  await page.goto(hexagon.path);
  const flips = () =>
    page.locator('dialog video, dialog video + div').evaluateAll((all) => all.map((one) => getComputedStyle(one).transform));
  const MIRRORED = 'matrix(-1, 0, 0, 1, 0, 0)';
  const { layout } = hexagon;
  await sharingOf(page).check();
  await openCodedCaptureDialog(page, hexagon);
  expect(await flips(), 'the view and the unfinished picture').toEqual([MIRRORED, MIRRORED]);
  await takePhotos(page, hexagon);
  expect((await runOf(page)).places).toEqual(layout.cells.map(({ box }) => [box.x, box.y, box.width, box.height]));
  await page.clock.resume();
  await expect(page.getByText('Saved to gallery!')).toBeVisible();
  const before = await readMoments(page, hexagon);
  expectSeenAt(before.readings, layout);
  const frames = layout.cells.map((_, photo) => frameOf(hexagon, photo));
  expect(before.codes, 'the frame of each photo').toEqual(frames.map((frame) => frame % VIDEO.codes));
  await expect(page.locator('[data-fact=frames]')).toHaveText(`100 shots, ${frames.at(-1)! + 1} distinct frames`);

  // The dimmed first photo surrounds the honeycomb, and no corner is black by accident.
  const corners = [12, layout.height - 12].flatMap((top) => [12, layout.width - 12].map((left) => ({ x: left, y: top })));
  const { colors } = await readPicture(page, before.content, corners, 10);
  // The overlay that dims the still: its opacity and its color.
  const [veil, dark] = [0.62, { r: 8, g: 10, b: 20 }];
  const unveiled = (seen: number, under: number) => (seen - veil * under) / (1 - veil);
  for (const [n, { r, g, b }] of colors.entries()) {
    const still = readColor({ r: unveiled(r, dark.r), g: unveiled(g, dark.g), b: unveiled(b, dark.b) });
    const seen = seenAt(corners[n]!, layout);
    expect(Math.abs(still.x - seen.x)).toBeLessThan(0.06);
    expect(Math.abs(still.y - seen.y)).toBeLessThan(0.06);
    expect(Math.abs(still.code - before.codes[0]!), `the frame of the first photo: ${still.code}`).toBeLessThan(2);
  }

  await page.getByRole('button', { name: 'Retake one tile' }).click();
  // A frame whose code no photo near the tile has.
  const frame = (before.codes[46]! + VIDEO.codes / 2) % VIDEO.codes;
  await showFrame(page, frame);
  const tile = page.getByRole('spinbutton', { name: 'Tile' });
  await expect(page.getByText('Row 1, column 1')).toBeVisible();
  // A click on the picture also chooses a tile: here the middle of row 5, column 6.
  const view = (await page.locator('dialog video').boundingBox())!;
  const { x, y } = centerOf(layout.cells[45]!);
  await page.mouse.click(view.x + (x / 1000) * view.width, view.y + (y / 1000) * view.height);
  await expect(tile).toHaveValue('46');
  await tile.fill('47');
  await expect(page.getByText('Row 5, column 7')).toBeVisible();
  await page.getByRole('button', { name: 'Take this tile' }).click();
  await expect.poll(() => gallery.removed).toEqual([{ id: '00000000-0000-4000-8000-000000000001', token: 'token-1' }]);
  const after = await readMoments(page, hexagon);
  expect(after.codes).toEqual(before.codes.map((code, n) => (n === 46 ? frame : code)));
  expect(gallery.tried).toHaveLength(2);
  expect(gallery.tried[1]!.headers['idempotency-key']).not.toBe(gallery.tried[0]!.headers['idempotency-key']);
  expect(gallery.tried[1]!.body['imageData']).not.toBe(gallery.tried[0]!.body['imageData']);

  await page.getByRole('button', { name: 'Take another' }).click();
  await switchOnOption(page, 'Mirror my photo');
  await openCodedCaptureDialog(page, hexagon);
  expect(await flips(), 'the picture itself is mirrored').toEqual([MIRRORED, 'none']);
  await shutterOf(page).click();
  await expect(page.getByRole('heading', { name: hexagon.result })).toBeVisible();
  expectSeenAt((await readMoments(page, hexagon)).readings, layout, true);
});

test('on the hybrid page gaps show the last photo, or photos 65 to 113, and saving has messages of its own', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/500/);
  const gallery = await stubGallery(page);
  gallery.failNext = 500;
  await watch(page);
  await page.goto(hybrid.path);
  const { layout } = hybrid;
  const places = [...layout.cells, ...layout.gaps];
  await takePicture(page, hybrid);
  await expect(page.getByText('Error saving to gallery', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Saved to gallery', { exact: true })).toBeVisible();
  const last = (hybrid.count - 1) % VIDEO.codes;
  const { codes: plain } = await readMoments(page, hybrid);
  expect(plain).toEqual([...layout.cells.map((_, photo) => photo % VIDEO.codes), ...layout.gaps.map(() => last)]);

  await page.getByRole('button', { name: 'Capture New Composite' }).click();
  await switchOnOption(page, 'Fill the gaps with photos of their own');
  await takePicture(page, hybrid, places.length);
  expect((await runOf(page)).places).toEqual(places.map(({ box }) => [box.x, box.y, box.width, box.height]));
  await expect(page.locator('[data-fact=frames]')).toHaveText('113 shots, 113 distinct frames');
  expect(gallery.tried.map(({ body }) => body['flowerCount'])).toEqual([64, 64, 113]);
  const { codes, readings } = await readMoments(page, hybrid);
  expectSeenAt(readings, layout);
  expect(codes).toEqual(places.map((_, photo) => photo % VIDEO.codes));
});
