import { fakeCameras, launchWith, nameCameras, readPicture, stubGallery } from '../support/camera.ts';
import { chooseHow, sharingOf, shutterOf } from '../support/camera-room.ts';
import { readColor, showFrame, VIDEO } from '../support/coded-camera.ts';
import { centreOf, enterRoom, expectSeenAt, readMoments, runOf, seenAt, takePicture, watch } from '../support/coded-capture.ts';
import { COLLAGE_PAGES } from '../support/collage-pages.ts';
import { expect, stopClock, test } from '../support/journey.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ['camera'] });

const { hexagon, squares, hybrid } = COLLAGE_PAGES;

test('a front camera is previewed mirrored and saved unmirrored; the switch saves it mirrored', async ({ page }) => {
  await stubGallery(page);
  await watch(page);
  await nameCameras(page, ['Front Camera']);
  await page.goto(hexagon.path);
  const flips = () =>
    page.locator('dialog video, dialog video + div').evaluateAll((all) => all.map((one) => getComputedStyle(one).transform));
  for (const isMirrored of [false, true]) {
    if (isMirrored) {
      await page.getByRole('button', { name: 'Take another' }).click();
      await chooseHow(page, 'Mirror my photo');
    }
    await enterRoom(page, hexagon);
    // The view is mirrored, and so is the unfinished picture, unless it is mirrored itself.
    expect(await flips()).toEqual(['matrix(-1, 0, 0, 1, 0, 0)', isMirrored ? 'none' : 'matrix(-1, 0, 0, 1, 0, 0)']);
    await shutterOf(page).click();
    await expect(page.getByRole('heading', { name: hexagon.result })).toBeVisible();
    const { readings } = await readMoments(page, hexagon);
    expectSeenAt(readings, hexagon.layout, isMirrored);
  }
});

test('with "Every tile a new frame" no photo is taken until the camera shows another frame', async ({ page }) => {
  await stubGallery(page);
  await watch(page);
  await page.goto(squares.path);
  await chooseHow(page, 'Every tile a new frame');
  await sharingOf(page).check();
  await enterRoom(page, squares);
  const counter = page.getByRole('dialog').locator('[data-counter]');
  await stopClock(page);
  await shutterOf(page).click();
  await expect(page.locator('dialog video + div canvas')).toBeAttached();
  await page.clock.runFor(1_000);
  await expect(counter).toHaveText(squares.counter(1));
  await expect(page.getByText('Capturing at 100fps...')).toBeVisible();
  // Each photo after the first waits for its interval and for its frame.
  for (let photo = 1; photo < squares.count; photo += 1) {
    await page.clock.runFor(squares.intervalMs);
    await showFrame(page, photo);
    if (photo < squares.count - 1) await expect(counter).toHaveText(squares.counter(photo + 1));
  }
  await page.clock.resume();
  await expect(page.locator('[data-fact=frames]')).toHaveText('100 shots, 100 distinct frames');
  const { codes } = await readMoments(page, squares);
  expect(codes).toEqual(codes.map((_, photo) => photo % VIDEO.codes));
});

test('a retake changes one tile, saves the new picture and removes the old one with its token', async ({ page }) => {
  const gallery = await stubGallery(page);
  await watch(page);
  await page.goto(hexagon.path);
  await takePicture(page, hexagon);
  await expect(page.getByText('Saved to gallery!')).toBeVisible();
  const before = await readMoments(page, hexagon);
  await page.getByRole('button', { name: 'Retake one tile' }).click();
  // With a code that no photo near the tile has.
  const frame = (before.codes[46]! + VIDEO.codes / 2) % VIDEO.codes;
  await showFrame(page, frame);
  const tile = page.getByRole('spinbutton', { name: 'Tile' });
  await expect(page.getByText('Row 1, column 1')).toBeVisible();
  // A press on the picture also chooses a tile: the middle of row 5, column 6.
  const view = (await page.locator('dialog video').boundingBox())!;
  const { x, y } = centreOf(hexagon.layout.cells[45]!);
  await page.mouse.click(view.x + (x / 1000) * view.width, view.y + (y / 1000) * view.height);
  await expect(tile).toHaveValue('46');
  await tile.fill('47');
  await expect(page.getByText('Row 5, column 7')).toBeVisible();
  await page.getByRole('button', { name: 'Take this tile' }).click();
  await expect(page.getByText('Saved to gallery!')).toBeVisible();
  await expect.poll(() => gallery.removed).toEqual([{ id: '00000000-0000-4000-8000-000000000001', token: 'token-1' }]);
  const after = await readMoments(page, hexagon);
  expect(after.codes).toEqual(before.codes.map((code, n) => (n === 46 ? frame : code)));
  expect(gallery.tried).toHaveLength(2);
  expect(gallery.tried[1]!.headers['idempotency-key']).not.toBe(gallery.tried[0]!.headers['idempotency-key']);
  expect(gallery.tried[1]!.body['imageData']).not.toBe(gallery.tried[0]!.body['imageData']);

  // The dimmed first photo is around the honeycomb, and nothing is black by accident.
  const { layout } = hexagon;
  const corners = [12, layout.height - 12].flatMap((top) => [12, layout.width - 12].map((left) => ({ x: left, y: top })));
  const { colors } = await readPicture(page, before.content, corners, 10);
  // The veil over the still: so much of so dark a color.
  const [veil, dark] = [0.62, { r: 8, g: 10, b: 20 }];
  const unveiled = (seen: number, under: number) => (seen - veil * under) / (1 - veil);
  for (const [n, { r, g, b }] of colors.entries()) {
    const still = readColor({ r: unveiled(r, dark.r), g: unveiled(g, dark.g), b: unveiled(b, dark.b) });
    const seen = seenAt(corners[n]!, layout);
    expect(Math.abs(still.x - seen.x)).toBeLessThan(0.06);
    expect(Math.abs(still.y - seen.y)).toBeLessThan(0.06);
    expect(Math.abs(still.code - before.codes[0]!), `the moment of the first photo: ${still.code}`).toBeLessThan(2);
  }
});

test('on the hybrid page photos 65 to 113 can fill the gaps, and saving has its own texts', async ({ page, expectedConsole }) => {
  expectedConsole.push(/500/);
  const gallery = await stubGallery(page);
  gallery.failNext = 500;
  await watch(page);
  await page.goto(hybrid.path);
  await chooseHow(page, 'Fill the gaps with photos of their own');
  await page.getByRole('button', { name: hybrid.start }).click();
  await expect(page.getByRole('dialog', { name: 'Camera' }).getByText('Photo 0 of 113')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  const { layout } = hybrid;
  const places = [...layout.cells, ...layout.gaps];
  await takePicture(page, hybrid, places.length);
  expect((await runOf(page)).places).toEqual(places.map(({ box }) => [box.x, box.y, box.width, box.height]));
  await expect(page.locator('[data-fact=frames]')).toHaveText('113 shots, 113 distinct frames');
  await expect(page.getByText('Error saving to gallery', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Saved to gallery', { exact: true })).toBeVisible();
  expect(gallery.tried.map(({ body }) => body['flowerCount'])).toEqual([113, 113]);
  const { codes, readings } = await readMoments(page, hybrid);
  expectSeenAt(readings, layout);
  expect(codes).toEqual(places.map((_, photo) => photo % VIDEO.codes));
  await page.getByRole('button', { name: 'Capture New Composite' }).click();
  await expect(page.getByRole('button', { name: hybrid.start })).toBeEnabled();
});
