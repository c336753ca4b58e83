import { cameraFromFile, launchWith, nameCameras, readPicture, stubGallery } from '../support/camera.ts';
import { centreOf, readMoments, seenAt, stepsOf, takePicture, watch } from '../support/coded-capture.ts';
import { readColour, VIDEO, writeCodedVideo } from '../support/coded-video.ts';
import { chooseHow } from '../support/camera-room.ts';
import { COLLAGE_PAGES } from '../support/collage-pages.ts';
import { expect, test } from '../support/test.ts';

test.use({
  launchOptions: [
    // oxlint-disable-next-line no-empty-pattern -- the framework reads the parameter's text
    async ({}, use) => use(launchWith(...cameraFromFile(await writeCodedVideo()))),
    { scope: 'worker' },
  ],
  permissions: ['camera'],
});

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
      await chooseHow(page, 'Mirror my photo');
    }
    await page.getByRole('button', { name: start }).click();
    await expect(page.getByRole('button', { name: 'Take the photos' })).toBeEnabled();
    // The view is a mirror; the growing picture is turned with it, unless it is mirrored itself.
    expect(await flips()).toEqual(['matrix(-1, 0, 0, 1, 0, 0)', isMirrored ? 'none' : 'matrix(-1, 0, 0, 1, 0, 0)']);
    await page.getByRole('button', { name: 'Take the photos' }).click();
    await expect(page.getByRole('heading', { name: COLLAGE_PAGES.hexagon.result })).toBeVisible();
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
  await chooseHow(page, 'Every tile a new frame');
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
  await chooseHow(page, 'Fill the gaps with photos of their own');
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

test('around the honeycomb lies the first photo, dimmed, and nothing is black by accident', async ({ page }) => {
  test.slow();
  await stubGallery(page);
  await watch(page);
  await page.goto(COLLAGE_PAGES.hexagon.path);
  await takePicture(page, COLLAGE_PAGES.hexagon);
  const { content, codes } = await readMoments(page, COLLAGE_PAGES.hexagon);
  const { layout } = COLLAGE_PAGES.hexagon;
  const corners = [12, layout.height - 12].flatMap((y) => [12, layout.width - 12].map((x) => ({ x, y })));
  const { colours } = await readPicture(page, content, corners, 10);
  // The veil over the still: so much of so dark a colour.
  const [veil, dark] = [0.62, { r: 8, g: 10, b: 20 }];
  const unveiled = (seen: number, under: number) => (seen - veil * under) / (1 - veil);
  for (const [n, { r, g, b }] of colours.entries()) {
    const still = readColour({ r: unveiled(r, dark.r), g: unveiled(g, dark.g), b: unveiled(b, dark.b) });
    const seen = seenAt(corners[n]!, layout);
    expect(Math.abs(still.x - seen.x)).toBeLessThan(0.06);
    expect(Math.abs(still.y - seen.y)).toBeLessThan(0.06);
    expect(Math.abs(still.code - codes[0]!), `the moment of the first photo, ${codes[0]}: ${still.code}`).toBeLessThan(2);
  }
});
