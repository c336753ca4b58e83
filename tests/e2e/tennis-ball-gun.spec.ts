import { expectAccessibleInAllColors } from '../support/accessible.ts';
import { fingersOn } from '../support/fingers.ts';
import { expect, test } from '../support/journey.ts';
import { button, cannon, open, readout, start } from '../support/tennis-ball-gun.ts';

/** Two words of the widest letters, as long as the header allows. */
const LONG_NAME = 'Maximiliane Wolkenstein-Wammerswald';

const SIZES = [
  [1920, 1080],
  [1440, 900],
  [1280, 720],
  [1181, 720],
  [1024, 768],
  [960, 540],
  [932, 430],
  [844, 390],
  [820, 1180],
  [768, 1024],
  [767, 1024],
  [667, 375],
  [640, 360],
  [390, 844],
  [568, 320],
  [320, 640],
] as const;

test('with reduced motion nothing moves before START GAME; the canvas is 1400x900 if there is room, otherwise fills the stage, and goes full screen; the score is announced; axe finds nothing during play or while paused', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1700, height: 1200 });
  await open(page);
  await expect(page.getByRole('button', { name: 'Resume motion' })).toBeVisible();
  const canvas = page.locator('canvas[role=img]');
  await expect(canvas).toHaveCSS('width', '1400px');
  await expect(canvas).toHaveCSS('height', '900px');
  await page.setViewportSize({ width: 1000, height: 776 });
  await expect(canvas).toHaveCSS('width', '1000px');
  const stage = (await page.getByRole('application', { name: 'Game field' }).boundingBox())!;
  expect(stage.height).toBeGreaterThan(680);
  await expect.poll(async () => (await canvas.boundingBox())!.height).toBeCloseTo(stage.height, 0);

  const picture = () => canvas.evaluate((element: HTMLCanvasElement) => element.toDataURL());
  const still = await picture();
  await page.clock.runFor(1_000);
  expect(await picture()).toBe(still);
  await start(page);
  await expect(page.getByRole('button', { name: 'Pause motion' })).toBeVisible();
  // Announced every five seconds, with the next frame.
  await page.clock.runFor(5_500);
  expect(await picture()).not.toBe(still);
  await expect(page.getByRole('main').getByRole('status')).toHaveText(/^YOUR \d+, ENEMY \d+, WAVE 1$/);
  // Axe waits for timers.
  await page.clock.resume();
  await expectAccessibleInAllColors(page, 'during play', [390, 1440, 390]);

  await page.setViewportSize({ width: 1000, height: 776 });
  await button(page, 'Full screen').click();
  await expect(button(page, 'Exit full screen')).toBeVisible();
  await page.getByRole('button', { name: 'Pause motion' }).click({ trial: true });
  await button(page, 'Exit full screen').click();
  await expect(button(page, 'Full screen')).toBeVisible();
  await button(page, 'Pause').click();
  await expect(page.getByRole('heading', { name: 'PAUSED' })).toBeFocused();
  await expectAccessibleInAllColors(page, 'while paused', [1440, 390, 1440]);
});

test('the board does not overlap the owner’s name, however long, the menu, or, in a short window, the field', async ({
  page,
}) => {
  await open(page);
  await start(page);
  const name = page.getByRole('banner').getByRole('link').first();
  const board = page.locator('[class*=board]');
  const boxOf = async (locator: typeof name) => (await locator.boundingBox())!;
  for (const [text, sizes] of [
    [LONG_NAME, SIZES],
    ['Your Name', SIZES.filter(([width]) => [1440, 844, 390].includes(width))],
  ] as const) {
    await name.locator('span').evaluate((element, words) => (element.textContent = words), text);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      const where = `${text} at ${width}x${height}`;
      const [plate, scores, menu] = [
        await boxOf(name),
        await boxOf(board),
        await boxOf(page.getByRole('button', { name: 'Open menu' })),
      ];
      const isBeside = scores.x >= plate.x + plate.width + 8;
      expect.soft(isBeside || scores.y >= plate.y + plate.height + 8, `${where}: clear of the name`).toBe(true);
      expect.soft(scores.x >= 8 && scores.x + scores.width <= width - 8, `${where}: in the window`).toBe(true);
      const isBelow = scores.y >= menu.y + menu.height;
      expect.soft(isBelow || scores.x + scores.width <= menu.x - 8, `${where}: clear of the menu`).toBe(true);
      if (height <= 480 && width >= 656)
        expect.soft(scores.y + scores.height, `${where}: above the field`).toBeLessThanOrEqual(88);
      await expect.soft(board.getByText('YOUR', { exact: true }), where).toBeVisible();
    }
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('pads and a gamepad move the cannon, a finger aims and fires, and nothing is wider than the window', async ({ page }) => {
    await page.addInitScript(() => {
      const buttons = Array.from({ length: 17 }, () => ({ pressed: false, touched: false, value: 0 }));
      const gamepad = { connected: true, axes: [0, 0, 0, 0], buttons };
      Object.assign(globalThis, { gamepad });
      Object.defineProperty(navigator, 'getGamepads', { value: () => [gamepad] });
    });
    await open(page);
    await button(page, 'START GAME').tap();
    await page.clock.runFor(100);
    const x = await cannon(page);
    const pad = button(page, 'Move right');
    await pad.dispatchEvent('pointerdown');
    await page.clock.runFor(500);
    await pad.dispatchEvent('pointerup');
    const moved = await cannon(page);
    expect(moved).toBeGreaterThan(x + 40);
    const lean = (axis: number) =>
      page.evaluate((value) => {
        (globalThis as unknown as { gamepad: { axes: number[] } }).gamepad.axes[0] = value;
      }, axis);
    await lean(-1);
    await page.clock.runFor(500);
    await lean(0);
    expect(await cannon(page)).toBeLessThan(moved - 40);
    const touch = await fingersOn(page);
    await touch('touchStart', [{ x: 200, y: 350 }]);
    await page.clock.runFor(500);
    await touch('touchEnd');
    await page.clock.runFor(500);
    await expect(readout(page, 'accuracy')).toHaveText(/%$/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    for (const control of ['Move left', 'Move right', 'Pause', 'Mute']) await button(page, control).click({ trial: true });
    await page.getByRole('button', { name: 'Pause motion' }).click({ trial: true });
  });
});
