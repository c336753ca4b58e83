import type { Page } from '@playwright/test';
import { drawFrames, throttleFrames } from '../support/frames.ts';
import { expect, test } from '../support/journey.ts';
import { loseContext, look, PAGE, reaches, readout, restoreContext, saved, shot } from '../support/monet.ts';
import { expectPlacardInReach } from '../support/placard.ts';

/** Time between frames. A software renderer paints here, and at the full frame rate it would do nothing else. */
const FRAME_MS = 250;
// The window is small for the same reason.
test.use({ viewport: { width: 960, height: 640 } });

const statusOf = (page: Page) => page.getByRole('status').filter({ hasText: 'Paint: ' });

/** The GPU is not ready until `window.isReady` is set. */
const delayGpu = (page: Page) =>
  page.addInitScript(() => {
    const { getProgramParameter, getExtension } = WebGL2RenderingContext.prototype;
    const COMPLETION_STATUS_KHR = 0x91b1;
    WebGL2RenderingContext.prototype.getExtension = function (this: WebGL2RenderingContext, name: string) {
      return name === 'KHR_parallel_shader_compile' ? { COMPLETION_STATUS_KHR } : Reflect.apply(getExtension, this, [name]);
    } as typeof getExtension;
    WebGL2RenderingContext.prototype.getProgramParameter = function (this: WebGL2RenderingContext, ...parts) {
      if (parts[1] === COMPLETION_STATUS_KHR) return 'isReady' in window;
      return Reflect.apply(getProgramParameter, this, parts);
    };
  });

/** What React changes in the page while the given number of frames is drawn. */
async function changesIn(page: Page, frames: number): Promise<string[]> {
  await page.evaluate(() => {
    const changed: string[] = [];
    Object.assign(window, { changed });
    // The callback runs once per render, in which React writes several attributes of each switch and slider.
    new MutationObserver((records) => {
      const elements = records.map(({ target }) => (target instanceof Element ? target : target.parentElement));
      // The canvas is resized when the picture gets finer or coarser.
      const other = elements.find((element) => !element?.closest('[data-readout], canvas'));
      if (other !== undefined) changed.push(other?.outerHTML.slice(0, 120) ?? 'a text node');
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  await drawFrames(page, frames);
  return page.evaluate(() => (window as unknown as { changed: string[] }).changed);
}

test('paint flows once the GPU is ready, and no frame causes a React render; a stroke is undone and redone, P pauses, R starts over, and a lost context is restored', async ({
  page,
}) => {
  await throttleFrames(page, FRAME_MS);
  await delayGpu(page);
  await page.goto(`${PAGE}?palette=night&brush=20&viscosity=100`);
  const wait = page.getByText('Mixing the paint…');
  await expect(wait).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isReady: true }));
  await reaches(page, 'flowing');
  await expect(wait).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'Paint: flowing.' })).toBeVisible();
  await expect(readout(page, 'frame')).toHaveText(/^\d+ frames a second$/);
  await expect(readout(page, 'tilt')).toHaveText('lying flat');
  const changed = await changesIn(page, 12);
  // One render per frame would make twelve.
  expect(changed.length, changed.join('\n')).toBeLessThan(5);

  const center = { x: 620, y: 160, width: 300, height: 320 };
  const distance = (a: Awaited<ReturnType<typeof look>>, b: typeof a) =>
    Math.abs(a.red - b.red) + Math.abs(a.green - b.green) + Math.abs(a.blue - b.blue);
  const undo = page.getByRole('button', { name: 'Undo' });
  const redo = page.getByRole('button', { name: 'Redo' });
  await expect(undo).toBeDisabled();
  await expect(redo).toBeDisabled();
  const before = await look(page, center);
  expect(before.tones).toBeGreaterThan(60);
  await page.getByRole('application', { name: 'Picture of wet paint' }).focus();
  await page.mouse.move(640, 320);
  await page.mouse.down();
  for (let x = 660; x <= 900; x += 20) await page.mouse.move(x, 320);
  await page.mouse.up();
  await expect(undo).toBeEnabled();
  await expect.poll(async () => distance(await look(page, center), before)).toBeGreaterThan(30);
  await page.keyboard.press('p');
  await reaches(page, 'still');
  await expect(page.getByRole('button', { name: 'Resume motion' })).toBeVisible();
  await expect(readout(page, 'frame')).toHaveText('idle');
  const painted = await look(page, center);
  const paused = await shot(page);
  await drawFrames(page, 10);
  expect(await shot(page)).toBe(paused);

  await page.keyboard.press('Control+z');
  await expect(undo).toBeDisabled();
  await reaches(page, 'still');
  expect(distance(await look(page, center), before)).toBeLessThan(distance(painted, before) / 3);
  await page.keyboard.press('Control+Shift+Z');
  await expect(redo).toBeDisabled();
  await reaches(page, 'still');
  expect(distance(await look(page, center), painted)).toBeLessThan(2);
  await page.keyboard.press('r');
  await expect.poll(() => shot(page)).not.toBe(paused);
  await page.keyboard.press('P');
  await reaches(page, 'flowing');

  await loseContext(page);
  await reaches(page, 'lost');
  await expect(statusOf(page)).toHaveText(
    'Paint: the graphics card is not available right now; the paint will come back by itself.',
  );
  await expect(page.locator('canvas[data-done=night]')).toBeAttached();
  await expect.poll(async () => (await look(page)).tones).toBeGreaterThan(60);
  await restoreContext(page);
  await reaches(page, 'flowing');
  const restored = await shot(page);
  await expect.poll(() => shot(page)).not.toBe(restored);
});

test('with reduced motion a picture is shown at once; its fine strokes follow; it can be saved in 4K; nothing covers its placard', async ({
  page,
}) => {
  // The GPU does not finish a batch of strokes until it is released.
  await page.addInitScript(() => {
    const { clientWaitSync } = WebGL2RenderingContext.prototype;
    WebGL2RenderingContext.prototype.clientWaitSync = function (this: WebGL2RenderingContext, ...parts) {
      return 'isReleased' in window ? Reflect.apply(clientWaitSync, this, parts) : this.TIMEOUT_EXPIRED;
    };
  });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(PAGE);
  await reaches(page, 'refining');
  await expect(page.getByRole('status').filter({ hasText: 'Paint: still; finer strokes are being drawn.' })).toBeVisible();
  await expect(readout(page, 'size')).toHaveText('1,800 strokes, 480 × 320 pixels');
  await expect(page.getByRole('button', { name: 'Save PNG' })).toBeEnabled();
  expect((await look(page)).tones).toBeGreaterThan(100);
  await page.evaluate(() => Object.assign(window, { isReleased: true }));
  await reaches(page, 'still');
  await expect(readout(page, 'size')).toHaveText('9,000 strokes, 960 × 640 pixels');
  expect((await look(page)).tones).toBeGreaterThan(100);
  // A short window has fewer pixels to save.
  await page.setViewportSize({ width: 1280, height: 320 });
  await reaches(page, 'still');
  await page.getByRole('switch', { name: 'Save in 4K (3,840 pixels)' }).check();
  const large = await saved(page);
  expect(large.name).toBe('monet-paint-pond.png');
  expect([large.width, large.height]).toEqual([3840, 960]);
  // A blank picture of this size would be a few kilobytes.
  expect(large.bytes.length).toBeGreaterThan(1_500_000);
  await expectPlacardInReach(page);
});
