import type { Page } from '@playwright/test';
import { expectAccessibleInAllColors } from '../support/accessible.ts';
import { expect, installClock, test } from '../support/journey.ts';

const PATH = '/projects/333-balls';
const PHONE =
  'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36';

const readout = (page: Page, name: string) => page.locator(`[data-readout=${name}]`);
const fastest = async (page: Page) => Number.parseFloat((await readout(page, 'fastest').textContent()) ?? '') || 0;

/** Opens the page with a virtual clock: from then on time passes only by `page.clock.runFor`. */
async function open(page: Page): Promise<void> {
  await installClock(page, new Date('2026-11-20T10:00:00Z'));
  await page.goto(PATH);
  await expect(readout(page, 'count')).toHaveText('333 balls');
  // An hour, because the clock runs while the page opens.
  await page.clock.pauseAt(new Date('2026-11-20T11:00:00Z'));
}

/** Advances the page's clock until the pile sleeps, some ten seconds. */
async function rest(page: Page): Promise<void> {
  for (let second = 0; second < 40 && (await readout(page, 'fastest').textContent()) !== 'at rest'; second += 1) {
    await page.clock.runFor(1_000);
  }
  await expect(readout(page, 'fastest')).toHaveText('at rest');
}

/** The number of canvas pixels with a ball in a part of the canvas, and their mean position in shares of the canvas. */
const ballsOn = (page: Page, part?: readonly [x: number, y: number, width: number, height: number]) =>
  page.locator('canvas').evaluate((canvas: HTMLCanvasElement, given) => {
    const [left, top, width, height] = given ?? [0, 0, canvas.width, canvas.height];
    // A copy, because reading back the page's own canvas would make it slow.
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true })!;
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(left, top, width, height);
    let pixels = 0;
    let x = 0;
    for (let i = 0; i < data.length; i += 4) {
      const channels = [data[i]!, data[i + 1]!, data[i + 2]!];
      if (Math.max(...channels) - Math.min(...channels) < 60) continue;
      pixels += 1;
      x += left + ((i / 4) % width);
    }
    return { pixels, x: x / pixels / canvas.width };
  }, part);

test('two fingers hold two balls at once; Space bursts the pile; all balls stay inside a shrinking window', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 1000, height: 600 });
  await open(page);
  await rest(page);
  const box = (await page.locator('canvas').boundingBox())!;
  const client = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', lift: number, fingers = [0.6, 0.85]) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: fingers.map((share, id) => ({ x: box.width * share, y: box.height - 12 - lift, id })),
    });
  const held = async (share: number, lift: number) =>
    (await ballsOn(page, [Math.round(box.width * share) - 10, Math.round(box.height - 12 - lift) - 10, 20, 20])).pixels;
  await touch('touchStart', 0);
  for (let lift = 20; lift <= 300; lift += 20) {
    await touch('touchMove', lift);
    await page.clock.runFor(100);
  }
  await page.clock.runFor(1_000);
  // A ball of diameter 15 has some 177 pixels.
  expect(await held(0.6, 300)).toBeGreaterThan(120);
  expect(await held(0.85, 300)).toBeGreaterThan(120);
  await touch('touchEnd', 300, []);
  await page.clock.runFor(1_000);
  expect(await held(0.6, 300)).toBeLessThan(60);

  await rest(page);
  await page.getByRole('application', { name: 'Tray of balls' }).focus();
  await page.keyboard.press('Space');
  // The readout follows a few times a second; the pile falls asleep only after seconds.
  for (let tenth = 0; tenth < 10 && (await fastest(page)) <= 4; tenth += 1) await page.clock.runFor(100);
  expect(await fastest(page)).toBeGreaterThan(4);

  await page.setViewportSize({ width: 700, height: 500 });
  await expect.poll(() => page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.clientWidth)).toBe(700);
  await page.clock.runFor(100);
  await rest(page);
  const { pixels } = await ballsOn(page);
  // 333 discs of 7.5 px radius, give or take their soft edges.
  expect(Math.abs(pixels / (333 * Math.PI * 7.5 ** 2) - 1)).toBeLessThan(0.1);
});

test.describe('a phone that tilts', () => {
  test.use({
    userAgent: PHONE,
    viewport: { width: 390, height: 844 },
    permissions: ['accelerometer', 'gyroscope', 'magnetometer'],
  });

  test('live motion hides the button, and tilt turns gravity and the pile with it', async ({ page, context }) => {
    const client = await context.newCDPSession(page);
    for (const type of ['accelerometer', 'linear-acceleration', 'gyroscope', 'relative-orientation'] as const) {
      await client.send('Emulation.setSensorOverrideEnabled', { type, enabled: true, metadata: { available: true } });
    }
    /** Turns the device about its long axis, starting flat, and advances the page's clock until the page has noticed. */
    const tilt = async (gamma: number, gravity: RegExp) => {
      const half = (gamma * Math.PI) / 360;
      const quaternion = { x: 0, y: Math.sin(half), z: 0, w: Math.cos(half) };
      await client.send('Emulation.setSensorOverrideReadings', { type: 'relative-orientation', reading: { quaternion } });
      await expect(async () => {
        await page.clock.runFor(300);
        await expect(readout(page, 'gravity')).toHaveText(gravity, { timeout: 1 });
      }).toPass();
      await page.clock.runFor(3_000);
    };
    await open(page);
    await tilt(60, /^0\.17 px a tick², -?[0-2]°$/);
    await expect(page.getByRole('button', { name: 'ENABLE MOTION' })).toHaveCount(0);
    expect((await ballsOn(page)).x).toBeGreaterThan(0.6);
    await tilt(-60, /^0\.17 px a tick², -?1(80|79|78)°$/);
    expect((await ballsOn(page)).x).toBeLessThan(0.4);
  });
});

test('full screen persists on the way to another exhibit, where the button leaves it', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(PATH);
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

test('with all folds open axe finds nothing in motion, in light, dark and forced colors', async ({ page }) => {
  await page.goto(PATH);
  await page.getByText('How it works').click();
  await expectAccessibleInAllColors(page, '333 balls, unfolded', [1440, 820, 1440]);
  await page.setViewportSize({ width: 390, height: 844 });
  const details = page.getByRole('button', { name: /^Details: / });
  if ((await details.getAttribute('aria-expanded')) === 'false') await details.click();
  await expectAccessibleInAllColors(page, '333 balls, unfolded on a phone', [390, 390, 390]);
});

test('a copied link shows another visitor the same tray; closed figures stay closed', async ({ page, context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${PATH}?seed=21&tilt=180&gravity=0.15`);
  await page.getByRole('slider', { name: 'Number of balls' }).fill('2333');
  await page.getByRole('button', { name: 'Share' }).click();
  const link = `${site.url}${PATH}?seed=21&balls=2333&tilt=180&gravity=0.15`;
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  const figures = page.getByRole('switch', { name: 'Figures of the engine' });
  await figures.click();
  await expect(readout(page, 'count')).toBeHidden();

  await page.goto(link);
  await expect(figures).not.toBeChecked();
  await expect(readout(page, 'count')).toBeHidden();
  await figures.click();
  await expect(readout(page, 'count')).toHaveText('2,333 balls');
  await expect(readout(page, 'gravity')).toHaveText('0.15 px a tick², 180°');
  // The balls fall to the left.
  await page.getByRole('button', { name: 'Resume motion' }).click();
  await expect.poll(async () => (await ballsOn(page)).x).toBeLessThan(0.35);

  await page.goto(`${PATH}?seed=none&balls=-1&tilt=%E0%A4%A&gravity=heavy`);
  await expect(readout(page, 'count')).toHaveText('333 balls');
  await expect(readout(page, 'gravity')).toHaveText('0.20 px a tick², 90°');
});
