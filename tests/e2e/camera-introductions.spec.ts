import { expectAccessible } from '../support/accessible.ts';
import { countCameras, fakeCameras, launchWith, nameCameras, stubGallery } from '../support/camera.ts';
import {
  answerPrompt,
  askedOf,
  askForLittle,
  CAMERA_NAMES,
  holdPrompt,
  openCameraPage,
  SHARES_BY_DEFAULT,
  SHARING_NOTICE,
  sharingOf,
} from '../support/camera-room.ts';
import { COLLAGE_PAGES, type CollagePage } from '../support/collage-pages.ts';
import { expect, test } from '../support/test.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ['camera'] });

const { collage, hexagon, squares, optimal, optimal80, hybrid } = COLLAGE_PAGES;

for (const one of Object.values<CollagePage>(COLLAGE_PAGES)) {
  test(`${one.path}: asks, explains, shows its layout, chooses its camera, tells what is shared`, async ({ page }) => {
    await stubGallery(page);
    const cameras = await countCameras(page);
    await nameCameras(page, CAMERA_NAMES);
    await holdPrompt(page);
    await page.goto(one.path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(one.heading);
    await expect(page.getByText('Requesting camera access...')).toBeVisible();
    await answerPrompt(page);
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
    await expect(page.getByText(SHARING_NOTICE)).toBeVisible();
    await expect(sharingOf(page)).toBeChecked({ checked: SHARES_BY_DEFAULT });
    await expect(page.getByRole('link', { name: one.back[0] })).toHaveAttribute('href', one.back[1]);
    if (one === optimal80) await expect(page.getByText(`Camera: ${one.chosen}`)).toBeVisible();
    else await expect(page.getByRole('combobox', { name: 'Camera' }).locator('option:checked')).toContainText(one.chosen);
    expect(await askedOf(page)).toMatchObject([{ audio: false, video: { width: { ideal: 1920 }, height: { ideal: 1080 } } }]);
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

for (const { names, one, chosen } of [
  { names: ['Left', 'Right'], one: collage, chosen: 'Left' },
  { names: ['Left', 'Rear'], one: collage, chosen: 'Rear (Rear)' },
  { names: ['', ''], one: collage, chosen: 'Camera 1' },
  { names: ['Left', 'Rear'], one: hybrid, chosen: 'Left' },
]) {
  test(`of “${names.join('” and “')}” ${one.path} begins with ${chosen}`, async ({ page }) => {
    await openCameraPage(page, one.path, { names });
    await expect(page.getByRole('combobox', { name: 'Camera' }).locator('option:checked')).toHaveText(chosen);
  });
}

test('cameras that are plugged in and pulled out come and go in the list, and the chosen one gives way', async ({ page }) => {
  await openCameraPage(page, collage.path);
  const options = page.getByRole('combobox', { name: 'Camera' }).locator('option');
  await expect(options).toHaveText(['Front Camera (Front)', 'Back Camera (Rear)']);
  const setCameras = (count: number) =>
    page.evaluate(async (kept) => {
      const { mediaDevices } = navigator;
      const list = Object.getPrototypeOf(mediaDevices).enumerateDevices as typeof mediaDevices.enumerateDevices;
      const all = (await list.call(mediaDevices)).filter(({ kind }) => kind === 'videoinput');
      mediaDevices.enumerateDevices = () => Promise.resolve(all.slice(0, kept));
      mediaDevices.dispatchEvent(new Event('devicechange'));
    }, count);
  await setCameras(1);
  await expect(options).toHaveText(['fake_device_0']);
  await expect(page.getByRole('combobox', { name: 'Camera' }).locator('option:checked')).toHaveText('fake_device_0');
  await setCameras(0);
  await expect(options).toHaveText(['No cameras detected']);
  await expect(page.getByRole('button', { name: collage.start })).toBeDisabled();
  await setCameras(2);
  await expect(options).toHaveText(['fake_device_0', 'fake_device_1']);
  await expect(page.getByRole('button', { name: collage.start })).toBeEnabled();
});

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

test('every card of /projects/cameras, and every camera among its more experiments, opens a page that exists', async ({
  page,
}) => {
  await stubGallery(page);
  await askForLittle(page);
  await page.goto('/projects/cameras');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cameras');
  const facts = [
    ['10x8 grid', '80 photos', '8 per second'],
    ['4x3 grid', '12 photos', '4 per second'],
    ['Hexagons', '100 photos', '100 per second'],
    ['5x4 grid', '20 photos', '4 per second'],
  ];
  for (const [n, tags] of facts.entries()) {
    const card = page.getByRole('article').nth(n);
    for (const tag of tags) await expect(card).toContainText(tag);
    await expect(card).toContainText(/[A-Z][a-z]{2} \d{1,2} 2025/);
  }
  await expect(page.getByRole('main').getByRole('link', { name: 'Back to Projects' })).toHaveAttribute('href', '/projects');
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
