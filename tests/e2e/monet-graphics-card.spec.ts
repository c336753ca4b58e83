import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { look, PAGE, reaches, saved, shot } from '../support/monet.ts';

// Monet Paint with a graphics card that is slow, limited, lost or missing.

/** A software renderer paints here, so a small window is faster. */
test.use({ viewport: { width: 960, height: 640 } });

/** Hides the extensions for rendering to float textures, which some phones lack, and records the textures that are created. */
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

const withoutWebGl = (page: Page) =>
  page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...parts: unknown[]) {
      return parts[0] === 'webgl2' ? null : Reflect.apply(getContext, this, parts);
    } as typeof getContext;
  });

test('a message over the picture appears if the GPU takes long to be ready', async ({ page }) => {
  await page.addInitScript(() => {
    const { getProgramParameter, getExtension } = WebGL2RenderingContext.prototype;
    const COMPLETION_STATUS_KHR = 0x91b1;
    WebGL2RenderingContext.prototype.getExtension = function (this: WebGL2RenderingContext, name: string) {
      return name === 'KHR_parallel_shader_compile' ? { COMPLETION_STATUS_KHR } : Reflect.apply(getExtension, this, [name]);
    } as typeof getExtension;
    WebGL2RenderingContext.prototype.getProgramParameter = function (this: WebGL2RenderingContext, ...parts) {
      if (parts[1] === COMPLETION_STATUS_KHR) return 'letGo' in window;
      return Reflect.apply(getProgramParameter, this, parts);
    };
  });
  await page.goto(PAGE);
  const words = page.getByText('Mixing the paint…');
  await expect(words).toBeVisible();
  await page.evaluate(() => Object.assign(window, { letGo: true }));
  await reaches(page, 'flowing');
  await expect(words).toHaveCount(0);
});

test('without WebGL the same composition is painted once, on a plain canvas, and the page says so', async ({ page }) => {
  await withoutWebGl(page);
  await page.goto(PAGE);
  await reaches(page, 'plain');
  await expect(page.getByRole('status').filter({ hasText: 'this browser has no WebGL 2 for paint that flows' })).toBeVisible();
  await expect(page.locator('canvas[data-done=pond]')).toBeAttached();
  const pond = await look(page);
  expect(pond.tones).toBeGreaterThan(100);
  await page.getByText('Dusk at sea').click();
  await expect(page.locator('canvas[data-done=dusk]')).toBeAttached();
  expect((await look(page)).red).toBeGreaterThan(pond.red + 20);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save PNG' }).click();
  expect((await download).suggestedFilename()).toBe('monet-paint-dusk.png');
});

test('without float textures the paint still flows, takes a finger’s color, and can be saved', async ({ page }) => {
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
  const { width, height, bytes } = await saved(page);
  expect([width, height]).toEqual([960, 640]);
  expect(bytes.length).toBeGreaterThan(300_000);
});

for (const floats of ['with', 'without'] as const) {
  test(`painting continues after a graphics context is lost and restored, ${floats} float textures`, async ({ page }) => {
    if (floats === 'without') await withoutFloats(page);
    await page.goto(PAGE);
    await reaches(page, 'flowing');
    const card = (what: 'loseContext' | 'restoreContext') =>
      page
        .locator('canvas')
        .last()
        .evaluate((canvas: HTMLCanvasElement, name) => {
          const kept = window as unknown as { card?: WEBGL_lose_context | null };
          kept.card ??= canvas.getContext('webgl2')!.getExtension('WEBGL_lose_context');
          kept.card![name]();
        }, what);
    await card('loseContext');
    await reaches(page, 'lost');
    await expect(page.getByRole('status').filter({ hasText: 'Paint: ' })).toHaveText(
      'Paint: the graphics card is not available right now; the paint comes back by itself.',
    );
    await expect(page.locator('canvas[data-done=pond]')).toBeAttached();
    await expect.poll(async () => (await look(page)).tones).toBeGreaterThan(100);
    await card('restoreContext');
    await reaches(page, 'flowing');
    const before = await shot(page);
    await expect.poll(() => shot(page)).not.toBe(before);
  });
}
