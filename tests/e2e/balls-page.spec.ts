import type { Page } from '@playwright/test';
import { expectAccessibleInAllColors } from '../support/accessible.ts';
import { fingersOn } from '../support/fingers.ts';
import { throttleFrames } from '../support/frames.ts';
import { expect, installClock, test } from '../support/journey.ts';
import { expectPlacardInReach } from '../support/placard.ts';

const PATH = '/projects/333-balls';
const PHONE =
  'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36';

const readout = (page: Page, name: string) => page.locator(`[data-readout=${name}]`);

/** Opens the page with a virtual clock: from then on only `page.clock.runFor` makes time pass. */
async function open(page: Page): Promise<void> {
  await installClock(page, new Date('2026-11-20T10:00:00Z'));
  await throttleFrames(page);
  await page.goto(PATH);
  await expect(readout(page, 'count')).toHaveText('333 balls');
  // An hour, because the clock runs while the page opens.
  await page.clock.pauseAt(new Date('2026-11-20T11:00:00Z'));
}

/** The number of ball-colored pixels in a part of the canvas, and their mean x as a fraction of the canvas's width. */
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

test.use({
  userAgent: PHONE,
  viewport: { width: 390, height: 700 },
  permissions: ['accelerometer', 'gyroscope', 'magnetometer'],
});

test('on a phone, tilting turns gravity and the pile with it, two fingers hold two balls at once, all balls stay inside a shrinking window, and axe finds nothing in the open placard, which nothing covers', async ({
  page,
  context,
}) => {
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
  await tilt(60, /^0\.17 px\/tick², -?[0-2]°$/);
  // While motion events arrive, no button is needed.
  await expect(page.getByRole('button', { name: 'ENABLE MOTION' })).toHaveCount(0);
  expect((await ballsOn(page)).x).toBeGreaterThan(0.6);
  await tilt(-60, /^0\.17 px\/tick², -?1(80|79|78)°$/);
  expect((await ballsOn(page)).x).toBeLessThan(0.4);

  // Two balls of the pile on the left, below the placard.
  const heights = [400, 480];
  const touch = await fingersOn(page);
  const at = (dx: number) => heights.map((y) => ({ x: 14 + dx, y }));
  const held = async (y: number) => (await ballsOn(page, [14 + 240 - 10, y - 10, 20, 20])).pixels;
  await touch('touchStart', at(0));
  for (let dx = 40; dx <= 240; dx += 40) {
    await touch('touchMove', at(dx));
    await page.clock.runFor(200);
  }
  await page.clock.runFor(500);
  // A ball of diameter 15 covers about 177 pixels.
  for (const y of heights) expect(await held(y)).toBeGreaterThan(120);
  await touch('touchEnd');
  await page.clock.runFor(1_500);
  for (const y of heights) expect(await held(y)).toBeLessThan(60);

  await page.setViewportSize({ width: 360, height: 600 });
  await expect.poll(() => page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.clientWidth)).toBe(360);
  await page.clock.runFor(6_000);
  const { pixels } = await ballsOn(page);
  // 333 discs of 7.5 px radius, give or take their soft edges.
  expect(Math.abs(pixels / (333 * Math.PI * 7.5 ** 2) - 1)).toBeLessThan(0.1);

  await page.clock.resume();
  await page.getByRole('button', { name: /^Details: / }).click();
  await page.getByText('How it works').click();
  await expectAccessibleInAllColors(page, '333 balls, expanded', [390, 1440, 390]);
  await expectPlacardInReach(page);
});
