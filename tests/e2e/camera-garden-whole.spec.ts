import type { Page } from '@playwright/test';
import { fakeCameras, launchWith, stubGallery } from '../support/camera.ts';
import { sharingOf } from '../support/camera-room.ts';
import { longestTasks } from '../support/main-thread.ts';
import { median } from '../support/median.ts';
import { expect, test } from '../support/test.ts';

test.use({ launchOptions: launchWith(fakeCameras(1)), permissions: ['camera'] });

interface Flight {
  /** Width in pixels of the page. */
  readonly size: number;
  /** How deep its centre was in each frame. */
  readonly depths: number[];
}

interface Whole {
  readonly photos: number[];
  readonly flights: Flight[];
}

/** Notes when photos are taken, and every falling flower's size and way down. */
async function watchFlowers(page: Page) {
  await page.addInitScript(() => {
    const whole: Whole = { photos: [], flights: [] };
    Object.assign(window, { whole });
    const flightOf = new Map<unknown, Flight>();
    const draw = CanvasRenderingContext2D.prototype.drawImage;
    CanvasRenderingContext2D.prototype.drawImage = function drawAndNote(this: CanvasRenderingContext2D, ...args: unknown[]) {
      const [source, left, , width] = args;
      if (source instanceof HTMLVideoElement) whole.photos.push(performance.now());
      // The upper one of the garden's two canvases.
      if (this.canvas.previousElementSibling instanceof HTMLCanvasElement && typeof width === 'number') {
        const { a, b, f } = this.getTransform();
        const flight = flightOf.get(source) ?? { size: -2 * Number(left), depths: [] };
        if (!flightOf.has(source)) whole.flights.push(flight);
        flightOf.set(source, flight);
        flight.depths.push(f / Math.hypot(a, b));
      }
      Reflect.apply(draw, this, args);
    } as typeof draw;
  });
}

/** So many flowers fall before the garden is half full. */
const FIRST = 4;

/** Pixels a tick: the smallest step of a flower that comes in, for a late frame holds several ticks. */
function speedOf({ size, depths }: Flight): number {
  const entering = depths.filter((depth) => depth < size / 2);
  return Math.min(
    ...entering
      .slice(1)
      .map((depth, n) => depth - entering[n]!)
      .filter((way) => way > 0.01),
  );
}

for (const { name, size, deviceScaleFactor } of [
  { name: 'a phone with a dense screen', size: { width: 390, height: 844 }, deviceScaleFactor: 3 },
  { name: 'a small laptop', size: { width: 1280, height: 720 }, deviceScaleFactor: 1 },
]) {
  test.describe(name, () => {
    test.use({ viewport: size, deviceScaleFactor });
    test(`the whole garden on ${name}, in motion: a flower a second, 150 to 250 px, 2 to 5 px a tick, no task over 50 ms`, async ({
      page,
      browser,
    }) => {
      await stubGallery(page);
      await watchFlowers(page);
      await page.goto('/projects/camera-kaleidoscope?seed=3');
      await expect(page.locator('canvas[data-full]')).toBeVisible();
      await page.getByRole('button', { name: 'Enable Camera' }).click();
      await sharingOf(page).check();
      const start = page.getByRole('button', { name: 'Start Creating Flowers' });
      await expect(start).toBeEnabled();
      const tasks = await longestTasks(browser, page, async () => {
        await start.click();
        await expect(page.getByRole('dialog').getByText('The garden is full')).toBeVisible({ timeout: 0 });
        await expect(page.getByRole('heading', { name: 'Garden Complete!' })).toBeVisible();
      });
      await expect(page.getByText('Saved to gallery!', { exact: true })).toBeVisible();
      const { photos, flights } = await page.evaluate(() => (window as unknown as { whole: Whole }).whole);
      expect(flights.length).toBeGreaterThan(FIRST);
      for (const { size: width } of flights) {
        expect(width).toBeGreaterThanOrEqual(150);
        expect(width).toBeLessThanOrEqual(250);
      }
      // The first ones have nothing below them while they come in.
      const speeds = flights.slice(0, FIRST).map(speedOf);
      expect(Math.min(...speeds), speeds.join(', ')).toBeGreaterThanOrEqual(1.99);
      expect(Math.max(...speeds), speeds.join(', ')).toBeLessThanOrEqual(5.01);
      expect(new Set(speeds.map((speed) => speed.toFixed(1))).size, 'each has a speed of its own').toBeGreaterThan(1);
      const between = photos.slice(1).map((at, n) => at - photos[n]!);
      expect(Math.abs(median(between) - 1000)).toBeLessThan(20);
      expect(Math.abs(photos.at(-1)! - photos[0]! - 1000 * (photos.length - 1))).toBeLessThan(200);
      expect(tasks[0], `longest tasks from Start to the result: ${tasks.join(', ')} ms`).toBeLessThan(50);
      console.log(`${name}: ${flights.length} flowers, longest tasks ${tasks.join(', ')} ms`);
    });
  });
}
