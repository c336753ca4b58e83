import type { BrowserContext, Page } from '@playwright/test';
import { expectAccessibleInAllColours } from '../support/accessible.ts';
import { drawFrames } from '../support/frames.ts';
import { expect, test } from '../support/test.ts';

const PHONE =
  'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36';

const readout = (page: Page, name: string) => page.locator(`[data-readout=${name}]`);
const fastest = async (page: Page) => Number.parseFloat((await readout(page, 'fastest').textContent()) ?? '') || 0;
const resting = (page: Page) => expect(readout(page, 'fastest')).toHaveText('at rest');

/** Mean place of what is not ground on the canvas, in shares of its size; and how many such pixels there are. */
const balance = (page: Page) =>
  page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    let pixels = 0;
    let x = 0;
    let y = 0;
    for (let i = 0; i < data.length; i += 4) {
      if (Math.max(data[i]!, data[i + 1]!, data[i + 2]!) - Math.min(data[i]!, data[i + 1]!, data[i + 2]!) < 60) continue;
      pixels += 1;
      x += (i / 4) % canvas.width;
      y += Math.floor(i / 4 / canvas.width);
    }
    return { pixels, x: x / pixels / canvas.width, y: y / pixels / canvas.height };
  });

const picture = (page: Page) => page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());

test('exactly 333 balls of diameter 15 fall, rest at the bottom and sleep', async ({ page }) => {
  await page.goto('/projects/333-balls');
  await expect(readout(page, 'count')).toHaveText('333 balls');
  await resting(page);
  const { pixels, y } = await balance(page);
  expect(y).toBeGreaterThan(0.8);
  // 333 discs of 7.5 px radius, give or take their soft edges.
  expect(Math.abs(pixels / (333 * Math.PI * 7.5 ** 2) - 1)).toBeLessThan(0.1);
  const still = await picture(page);
  await drawFrames(page, 20);
  expect(await picture(page)).toBe(still);
});

test('a drag takes a ball along and throws it', async ({ page }) => {
  await page.goto('/projects/333-balls');
  await resting(page);
  const box = (await page.locator('canvas').boundingBox())!;
  const x = box.width * 0.7;
  await page.mouse.move(x, box.height - 12);
  await page.mouse.down();
  for (let move = 1; move <= 12; move += 1) {
    await page.mouse.move(x, box.height - 12 - move * 30);
    await drawFrames(page, 1);
  }
  await page.mouse.up();
  await expect.poll(() => fastest(page)).toBeGreaterThan(4);
});

test('a click bursts the pile, and so does Space with the tray in focus', async ({ page }) => {
  test.slow();
  await page.goto('/projects/333-balls');
  await resting(page);
  const box = (await page.locator('canvas').boundingBox())!;
  await page.mouse.click(box.width * 0.7, box.height - 20);
  await expect.poll(() => fastest(page)).toBeGreaterThan(4);
  await resting(page);
  await page.getByRole('application', { name: 'Tray of balls' }).focus();
  await page.keyboard.press('Space');
  await expect.poll(() => fastest(page)).toBeGreaterThan(4);
});

test('Pause motion stops everything, Resume lets it fall on', async ({ page }) => {
  await page.goto('/projects/333-balls');
  await page.getByRole('button', { name: 'Pause motion' }).click();
  const still = await picture(page);
  await drawFrames(page, 30);
  expect(await picture(page)).toBe(still);
  await page.getByRole('button', { name: 'Resume motion' }).click();
  await expect.poll(() => picture(page)).not.toBe(still);
});

test('reduced motion starts on the composed still in the middle of the tray', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/projects/333-balls');
  await expect(page.getByRole('button', { name: 'Resume motion' })).toBeVisible();
  const { x, y } = await balance(page);
  expect(Math.abs(x - 0.5)).toBeLessThan(0.02);
  expect(Math.abs(y - 0.5)).toBeLessThan(0.02);
});

test('a window that shrinks keeps all balls inside', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 800 });
  await page.goto('/projects/333-balls');
  await resting(page);
  await page.setViewportSize({ width: 700, height: 500 });
  await resting(page);
  const { pixels } = await balance(page);
  expect(Math.abs(pixels / (333 * Math.PI * 7.5 ** 2) - 1)).toBeLessThan(0.1);
});

test('the slider fills the tray with 33,333 balls and says what a frame takes; Reset comes back', async ({ page }) => {
  await page.goto('/projects/333-balls');
  await page.getByRole('slider', { name: 'Number of balls' }).press('End');
  await expect(readout(page, 'count')).toHaveText('33,333 balls');
  await expect(readout(page, 'frame')).toHaveText(/^\d+\.\d ms a frame, \d+ a second$/);
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(readout(page, 'count')).toHaveText('333 balls');
});

async function override(context: BrowserContext, page: Page) {
  const client = await context.newCDPSession(page);
  for (const type of ['accelerometer', 'linear-acceleration', 'gyroscope', 'relative-orientation'] as const) {
    await client.send('Emulation.setSensorOverrideEnabled', { type, enabled: true, metadata: { available: true } });
  }
  return {
    /** Turns the device about its own long axis by `gamma` degrees, from lying flat. */
    async tilt(gamma: number) {
      const half = (gamma * Math.PI) / 360;
      await client.send('Emulation.setSensorOverrideReadings', {
        type: 'relative-orientation',
        reading: { quaternion: { x: 0, y: Math.sin(half), z: 0, w: Math.cos(half) } },
      });
    },
  };
}

test('a phone without motion events offers ENABLE MOTION after half a second, and its balls fall down', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ userAgent: PHONE, viewport: { width: 390, height: 844 }, permissions: [] });
  const page = await context.newPage();
  await page.goto(`${site.url}/projects/333-balls`);
  await expect(page.getByRole('button', { name: 'ENABLE MOTION' })).toBeVisible();
  await expect(readout(page, 'gravity')).toHaveText('0.20 px a tick², 90°');
  await context.close();
});

test('live motion hides the button, and tilt turns gravity and the pile with it', async ({ browser, site }) => {
  const context = await browser.newContext({ userAgent: PHONE, viewport: { width: 390, height: 844 } });
  await context.grantPermissions(['accelerometer', 'gyroscope', 'magnetometer'], { origin: site.url });
  const page = await context.newPage();
  const device = await override(context, page);
  await device.tilt(60);
  await page.goto(`${site.url}/projects/333-balls`);
  await expect(readout(page, 'gravity')).toHaveText(/^0\.17 px a tick², -?[0-2]°$/);
  await expect(page.getByRole('button', { name: 'ENABLE MOTION' })).toHaveCount(0);
  await expect.poll(async () => (await balance(page)).x).toBeGreaterThan(0.6);
  await device.tilt(-60);
  await expect(readout(page, 'gravity')).toHaveText(/^0\.17 px a tick², -?1(80|79|78)°$/);
  await expect.poll(async () => (await balance(page)).x).toBeLessThan(0.4);
  await context.close();
});

test('two fingers hold two balls at once', async ({ page, context, expectedConsole }) => {
  // This test looks at the canvas again and again; the page never does.
  expectedConsole.push(/willReadFrequently/);
  await page.goto('/projects/333-balls');
  await resting(page);
  const box = (await page.locator('canvas').boundingBox())!;
  const client = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', lift: number, fingers = [0.6, 0.85]) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: fingers.map((share, id) => ({ x: box.width * share, y: box.height - 12 - lift, id })),
    });
  /** Coloured pixels around a finger that has gone up. */
  const held = (share: number, lift: number) =>
    page.locator('canvas').evaluate(
      (canvas: HTMLCanvasElement, [left, up]) => {
        const [x, y] = [canvas.width * left!, canvas.height - 12 - up!];
        const { data } = canvas.getContext('2d')!.getImageData(Math.round(x) - 10, Math.round(y) - 10, 20, 20);
        let coloured = 0;
        for (let i = 0; i < data.length; i += 4) {
          const channels = [data[i]!, data[i + 1]!, data[i + 2]!];
          if (Math.max(...channels) - Math.min(...channels) > 60) coloured += 1;
        }
        return coloured;
      },
      [share, lift] as const,
    );
  await touch('touchStart', 0);
  for (let lift = 20; lift <= 300; lift += 20) await touch('touchMove', lift);
  // A ball of diameter 15 has some 177 pixels.
  await expect.poll(() => held(0.6, 300)).toBeGreaterThan(120);
  await expect.poll(() => held(0.85, 300)).toBeGreaterThan(120);
  await touch('touchEnd', 300, []);
  await expect.poll(() => held(0.6, 300)).toBeLessThan(60);
});

test('33,333 balls take their ticks in slices: the page’s tasks stay within 50 ms, and it says what a frame takes', async ({
  page,
}) => {
  test.slow();
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(window, { tasks });
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    });
  });
  await page.goto('/projects/333-balls');
  await page.getByRole('slider', { name: 'Number of balls' }).press('End');
  await expect(readout(page, 'count')).toHaveText('33,333 balls');
  await expect(readout(page, 'frame')).toHaveText(/^\d+\.\d ms a frame, \d+ a second$/);
  /** Long tasks of the next sixty frames. */
  const measure = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const { tasks } = window as unknown as { tasks: number[] };
          tasks.length = 0;
          let count = 0;
          const frame = () => {
            count += 1;
            if (count < 60) requestAnimationFrame(frame);
            else resolve(tasks.length);
          };
          requestAnimationFrame(frame);
        }),
    );
  // The machine is shared: a second in which nobody else works comes; a page that blocks has none.
  await expect.poll(measure).toBeLessThanOrEqual(2);
});

test('on the whole screen the way to another exhibit keeps it, and the button there leaves it', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/projects/333-balls');
  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect(page.getByRole('button', { name: 'Leave full screen' })).toBeVisible();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Projects' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Monet Paint' }).click();
  await expect(page).toHaveURL('/projects/monet-paint');
  await page.getByRole('button', { name: 'Leave full screen' }).click();
  await expect(page.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.fullscreenElement)).toBeNull();
});

test('with all its words unfolded axe finds nothing in motion, in light, dark and forced colours', async ({ page }) => {
  await page.goto('/projects/333-balls');
  await page.getByText('How it works').click();
  await expectAccessibleInAllColours(page, '333 balls, unfolded', [1440, 820, 1440]);
  await page.setViewportSize({ width: 390, height: 844 });
  const details = page.getByRole('button', { name: /^Details: / });
  if ((await details.getAttribute('aria-expanded')) === 'false') await details.click();
  await expectAccessibleInAllColours(page, '333 balls, unfolded on a phone', [390, 390, 390]);
});
