import { expectAccessibleInAllColors } from '../support/accessible.ts';
import { drawFrames } from '../support/frames.ts';
import { expect, test } from '../support/journey.ts';
import { look, PAGE, reaches, readout, saved, shot } from '../support/monet.ts';

const PHONE =
  'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36';
/** A software renderer paints here, so a small window is faster. */
test.use({ viewport: { width: 960, height: 640 } });

test('paint flows by itself under a white header, shows its state, and no frame causes a React render; P pauses it, R starts again', async ({
  page,
}) => {
  await page.goto(PAGE);
  await reaches(page, 'flowing');
  await expect(page.getByRole('banner').getByRole('button').first()).toHaveCSS('color', 'rgb(255, 255, 255)');
  await expect(page.getByRole('status').filter({ hasText: 'Paint: flowing.' })).toBeVisible();
  await expect(readout(page, 'frame')).toHaveText(/^\d+ frames a second$/);
  await expect(readout(page, 'tilt')).toHaveText('lying flat');
  expect((await look(page)).tones).toBeGreaterThan(60);

  await page.evaluate(() => {
    const changed: string[] = [];
    Object.assign(window, { changed });
    // One call per render, in which React writes several attributes of each switch and slider.
    new MutationObserver((records) => {
      const elements = records.map(({ target }) => (target instanceof Element ? target : target.parentElement));
      // The canvas takes its pixels' size when the picture gets finer or coarser.
      const other = elements.find((element) => !element?.closest('[data-readout], canvas'));
      if (other !== undefined) changed.push(other?.outerHTML.slice(0, 120) ?? 'a text');
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  await drawFrames(page, 30);
  const changed = await page.evaluate(() => (window as unknown as { changed: string[] }).changed);
  // A render per frame would be thirty.
  expect(changed.length, changed.join('\n')).toBeLessThan(5);

  await page.getByRole('application', { name: 'Picture of wet paint' }).focus();
  await page.keyboard.press('p');
  await reaches(page, 'standing');
  await expect(page.getByRole('button', { name: 'Resume motion' })).toBeVisible();
  await expect(readout(page, 'frame')).toHaveText('standing');
  const paused = await shot(page);
  await drawFrames(page, 10);
  expect(await shot(page)).toBe(paused);
  await page.keyboard.press('r');
  await expect.poll(() => shot(page)).not.toBe(paused);
  await page.keyboard.press('P');
  await reaches(page, 'flowing');
});

test('with reduced motion a picture is shown at once; its fine strokes follow', async ({ page }) => {
  // The graphics card never finishes a batch of strokes until it is released.
  await page.addInitScript(() => {
    const { clientWaitSync } = WebGL2RenderingContext.prototype;
    WebGL2RenderingContext.prototype.clientWaitSync = function (this: WebGL2RenderingContext, ...parts) {
      return 'isReleased' in window ? Reflect.apply(clientWaitSync, this, parts) : this.TIMEOUT_EXPIRED;
    };
  });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(PAGE);
  await reaches(page, 'laying');
  await expect(page.getByRole('status').filter({ hasText: 'Paint: standing; finer strokes are being drawn.' })).toBeVisible();
  await expect(readout(page, 'size')).toHaveText('1,800 strokes, 480 × 320 pixels');
  await expect(page.getByRole('button', { name: 'Save PNG' })).toBeEnabled();
  expect((await look(page)).tones).toBeGreaterThan(100);
  await page.evaluate(() => Object.assign(window, { isReleased: true }));
  await reaches(page, 'standing');
  await expect(readout(page, 'size')).toHaveText('9,000 strokes, 960 × 640 pixels');
  expect((await look(page)).tones).toBeGreaterThan(100);
  const still = await shot(page);
  await page.getByText('Dusk at sea').click();
  await expect.poll(() => shot(page)).not.toBe(still);
  await page.getByText('Pond at noon').click();
  await expect.poll(() => shot(page)).toBe(still);
});

test('undo removes a stroke and redo restores it, by keys and by buttons', async ({ page }) => {
  const center = { x: 620, y: 160, width: 300, height: 320 };
  const distance = (a: Awaited<ReturnType<typeof look>>, b: typeof a) =>
    Math.abs(a.red - b.red) + Math.abs(a.green - b.green) + Math.abs(a.blue - b.blue);
  const undo = page.getByRole('button', { name: 'Undo' });
  const redo = page.getByRole('button', { name: 'Redo' });
  await page.goto(`${PAGE}?palette=night&brush=20&viscosity=100`);
  await reaches(page, 'flowing');
  await expect(undo).toBeDisabled();
  await expect(redo).toBeDisabled();
  const before = await look(page, center);
  const picture = page.getByRole('application', { name: 'Picture of wet paint' });
  await picture.focus();
  await page.mouse.move(640, 320);
  await page.mouse.down();
  for (let x = 660; x <= 900; x += 20) await page.mouse.move(x, 320);
  await page.mouse.up();
  await expect(undo).toBeEnabled();
  await expect.poll(async () => distance(await look(page, center), before)).toBeGreaterThan(30);
  await page.keyboard.press('p');
  await reaches(page, 'standing');
  const painted = await look(page, center);

  await page.keyboard.press('Control+z');
  await expect(undo).toBeDisabled();
  await reaches(page, 'standing');
  const undone = await shot(page);
  expect(distance(await look(page, center), before)).toBeLessThan(distance(painted, before) / 3);
  await page.keyboard.press('Control+Shift+Z');
  await expect(redo).toBeDisabled();
  await reaches(page, 'standing');
  expect(distance(await look(page, center), painted)).toBeLessThan(2);
  await undo.click();
  await expect(redo).toBeEnabled();
  await expect.poll(() => shot(page)).toBe(undone);
  // Elsewhere the keys belong to the browser.
  await redo.focus();
  await page.keyboard.press('Control+Shift+Z');
  await expect(redo).toBeEnabled();
});

test('a pen that is pressed firmly paints more than one that is held lightly', async ({ page, context }) => {
  const client = await context.newCDPSession(page);
  const around = { x: 640, y: 180, width: 240, height: 240 };
  const paintedWith = async (force: number) => {
    await page.goto(`${PAGE}?palette=night&brush=14&viscosity=100`);
    await reaches(page, 'flowing');
    const before = await look(page, around);
    const pen = { x: 760, y: 300, button: 'left', clickCount: 1, pointerType: 'pen', force, tiltX: 40 } as const;
    await client.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...pen });
    await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled();
    await drawFrames(page, 3);
    await page.getByRole('application', { name: 'Picture of wet paint' }).focus();
    await page.keyboard.press('p');
    await reaches(page, 'standing');
    await client.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...pen });
    const after = await look(page, around);
    // The device remembers a pause.
    await page.keyboard.press('p');
    await reaches(page, 'flowing');
    return Math.abs(after.red - before.red) + Math.abs(after.green - before.green) + Math.abs(after.blue - before.blue);
  };
  const light = await paintedWith(0.1);
  const firm = await paintedWith(1);
  expect(firm, `light ${light}, firm ${firm}`).toBeGreaterThan(1.5 * light);
});

test('two fingers paint at once, each in its own color', async ({ page, context }) => {
  await page.goto(`${PAGE}?palette=night&brush=14&viscosity=90`);
  await reaches(page, 'flowing');
  const client = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number; id: number }[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  const [left, right] = [
    { x: 560, y: 240, width: 50, height: 50 },
    { x: 830, y: 240, width: 50, height: 50 },
  ];
  const before = [await look(page, left), await look(page, right)] as const;
  await touch('touchStart', [
    { x: 570, y: 265, id: 1 },
    { x: 840, y: 265, id: 2 },
  ]);
  for (let move = 1; move <= 6; move += 1) {
    await touch('touchMove', [
      { x: 570 + 6 * move, y: 265, id: 1 },
      { x: 840 + 6 * move, y: 265, id: 2 },
    ]);
  }
  await touch('touchEnd', []);
  // Flowing paint fades; it is enough that each color was seen.
  const seen = { red: [0, 0], violet: 0 };
  await expect
    .poll(
      async () => {
        const now = [await look(page, left), await look(page, right)] as const;
        seen.red = now.map(({ red }, finger) => Math.max(seen.red[finger]!, red - before[finger]!.red));
        // Yellow versus violet.
        const [first, second] = now.map(({ blue, green }) => blue - green);
        seen.violet = Math.max(seen.violet, Math.abs(second! - first!));
        return Math.min(...seen.red) > 40 && seen.violet > 15;
      },
      `strokes of two colors: ${JSON.stringify(seen)}`,
    )
    .toBe(true);
});

test('Save PNG gives the picture in the window’s size, and in 4K', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${PAGE}?palette=poppies`);
  await reaches(page, 'standing');
  const small = await saved(page);
  expect(small.name).toBe('monet-paint-poppies.png');
  expect([small.width, small.height]).toEqual([1280, 400]);
  await page.getByRole('switch', { name: 'Save in 4K (3,840 pixels)' }).check();
  const large = await saved(page);
  expect([large.width, large.height]).toEqual([3840, 1200]);
  // A blank picture of this size would be some kilobytes.
  expect(large.bytes.length).toBeGreaterThan(2_000_000);
});

test('Share copies the address with palette, brush and viscosity', async ({ page, context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${PAGE}?palette=dusk&brush=12&viscosity=85`);
  await page.getByRole('radio', { name: 'Poppies' }).check();
  await page.getByRole('button', { name: 'Share' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`${site.url}${PAGE}?palette=poppies&brush=12&viscosity=85`);
});

test.describe('a phone that tilts', () => {
  test.use({
    userAgent: PHONE,
    viewport: { width: 390, height: 844 },
    permissions: ['accelerometer', 'gyroscope', 'magnetometer'],
  });

  test('live motion needs no button, and tilt pulls the paint', async ({ page, context }) => {
    const client = await context.newCDPSession(page);
    for (const type of ['accelerometer', 'linear-acceleration', 'gyroscope', 'relative-orientation'] as const) {
      await client.send('Emulation.setSensorOverrideEnabled', { type, enabled: true, metadata: { available: true } });
    }
    await page.goto(PAGE);
    await page.getByRole('button', { name: 'Details: Monet Paint' }).click();
    // Turned about its long axis, slightly varied each time: a device in a hand is never completely still.
    let turn = 0;
    await expect
      .poll(
        async () => {
          turn += 1;
          const half = ((60 + (turn % 2)) * Math.PI) / 360;
          const quaternion = { x: 0, y: Math.sin(half), z: 0, w: Math.cos(half) };
          await client.send('Emulation.setSensorOverrideReadings', { type: 'relative-orientation', reading: { quaternion } });
          return readout(page, 'tilt').textContent();
        },
        { intervals: [110] },
      )
      .toMatch(/^0\.[678]\d of gravity, -?\d°$/);
    await expect(page.getByRole('button', { name: 'ENABLE ACCELEROMETER' })).toHaveCount(0);
  });
});

test('with all folds open axe finds nothing, in motion and with reduced motion, in light, dark and forced colors', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(PAGE);
  await expect(page.locator('[data-paint]')).toBeAttached();
  await page.getByRole('button', { name: 'Details: Monet Paint' }).click();
  await page.getByText('How it works').click();
  await expectAccessibleInAllColors(page, 'in motion', [1440, 390, 820]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expectAccessibleInAllColors(page, 'with less motion', [390, 1440, 820]);
});
