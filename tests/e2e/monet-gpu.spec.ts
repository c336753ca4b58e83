import type { Page } from '@playwright/test';
import { throttleFrames } from '../support/frames.ts';
import { expect, test } from '../support/journey.ts';
import { look, PAGE, reaches, shot } from '../support/monet.ts';

// Monet Paint with a GPU that is limited or missing.

/** Time between frames. A software renderer paints here, and at the full frame rate it would do nothing else. */
const FRAME_MS = 250;
// The window is small for the same reason.
test.use({ viewport: { width: 960, height: 640 } });

/** Hides the extensions for rendering to float textures, which some phones lack, and records the formats of new textures. */
const withoutFloats = (page: Page) =>
  page.addInitScript(() => {
    const formats: number[] = [];
    Object.assign(window, { formats });
    const { getExtension, texStorage2D } = WebGL2RenderingContext.prototype;
    WebGL2RenderingContext.prototype.getExtension = function (this: WebGL2RenderingContext, name: string) {
      return /float/i.test(name) ? null : Reflect.apply(getExtension, this, [name]);
    } as typeof getExtension;
    WebGL2RenderingContext.prototype.texStorage2D = function (...parts: Parameters<typeof texStorage2D>) {
      formats.push(parts[2]);
      return Reflect.apply(texStorage2D, this, parts);
    };
  });
const RGBA16F = 0x881a;

/** Hides WebGL. While `window.isFull` is set, compressing a file does not end until `window.fail` makes it fail. */
const withoutWebGl = (page: Page) =>
  page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...parts: unknown[]) {
      return parts[0] === 'webgl2' ? null : Reflect.apply(getContext, this, parts);
    } as typeof getContext;
    const Native = CompressionStream;
    const write = () => new Promise<void>((_, reject) => Object.assign(window, { fail: () => reject(new Error('no room')) }));
    Object.assign(window, {
      CompressionStream: function compress(format: CompressionFormat) {
        if (!('isFull' in window)) return new Native(format);
        return { readable: new ReadableStream(), writable: new WritableStream({ write }) };
      },
    });
  });

test('without WebGL the same composition is painted once, on a plain canvas; it can be saved, and a failure says what to try', async ({
  page,
}) => {
  await withoutWebGl(page);
  await page.goto(PAGE);
  await reaches(page, 'plain');
  const status = page.getByRole('status').filter({ hasText: 'Paint: ' });
  await expect(status).toHaveText('Paint: a still, because this browser lacks WebGL 2, which flowing paint needs.');
  await expect(page.locator('canvas[data-done=pond]')).toBeAttached();
  const pond = await look(page);
  expect(pond.tones).toBeGreaterThan(100);
  await page.getByText('Dusk at sea').click();
  await expect(page.locator('canvas[data-done=dusk]')).toBeAttached();
  expect((await look(page)).red).toBeGreaterThan(pond.red + 20);
  const save = page.getByRole('button', { name: 'Save PNG' });
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  expect(download.suggestedFilename()).toBe('monet-paint-dusk.png');

  await expect(save).toBeEnabled();
  await page.evaluate(() => Object.assign(window, { isFull: true }));
  await save.click();
  await expect(status).toContainText(' Drawing the file…');
  await expect(save).toBeDisabled();
  await expect.poll(() => page.evaluate(() => 'fail' in globalThis)).toBe(true);
  await page.evaluate(() => (globalThis as unknown as { fail: () => void }).fail());
  await expect(status).toContainText(' The picture could not be saved. Try again, or save it at the window’s size.');
  await expect(save).toBeEnabled();
});

test('without float textures the paint still flows, and a stroke leaves its color', async ({ page }) => {
  await throttleFrames(page, FRAME_MS);
  await withoutFloats(page);
  await page.goto(`${PAGE}?palette=night&brush=14&viscosity=90`);
  await reaches(page, 'flowing');
  expect(await page.evaluate(() => (window as unknown as { formats: number[] }).formats)).not.toContain(RGBA16F);
  const before = await shot(page);
  await expect.poll(() => shot(page)).not.toBe(before);
  const where = { x: 700, y: 240, width: 60, height: 60 };
  const { red } = await look(page, where);
  await page.mouse.move(680, 270);
  await page.mouse.down();
  for (let x = 680; x <= 780; x += 10) await page.mouse.move(x, 270);
  await page.mouse.up();
  await expect.poll(async () => (await look(page, where)).red - red).toBeGreaterThan(40);
});
