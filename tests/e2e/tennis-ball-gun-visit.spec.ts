import { expectAccessibleInAllColors } from '../support/accessible.ts';
import { expect, test } from '../support/journey.ts';
import { PATH, readout, button, open, start, cannon } from '../support/tennis-ball-gun.ts';

test('the link of a run replays it to the same score', async ({ page, context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
  await page.setViewportSize({ width: 420, height: 640 });
  await open(page);
  await start(page);
  await page.mouse.move(210, 200);
  await page.mouse.down();
  for (let turn = 0; turn < 22; turn += 1) {
    await page.mouse.move(40 + ((turn * 90) % 340), 210);
    await page.clock.runFor(700);
  }
  await page.mouse.up();
  await page.keyboard.press('Escape');
  const scores = () => Promise.all(['your', 'enemy', 'wave', 'accuracy'].map((name) => readout(page, name).textContent()));
  const played = await scores();
  expect(Number(played[0])).toBeGreaterThan(0);
  await page.clock.resume();
  await button(page, 'Share this run').click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain('#run=');
  const link = await copied();
  await page.setViewportSize({ width: 900, height: 700 });
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByText(/^A recorded run: Endless, \d+ seconds\.$/)).toBeVisible();
  await button(page, 'WATCH REPLAY').click();
  await page.clock.runFor(25_000);
  await expect(page.getByRole('heading', { name: 'END OF THE REPLAY' })).toBeVisible();
  await expect(page.getByText('Same score as the recorded run.')).toBeVisible();
  expect(await scores()).toEqual(played);
});

test('a damaged replay link says so, H hides How to Play, and the game can be played', async ({ page }) => {
  await page.goto(`${PATH}#run=AbCdEf`);
  await expect(page.getByText('This replay link is damaged: its run is incomplete.')).toBeVisible();
  const help = page.getByRole('region', { name: 'How to Play' });
  await expect(help).toBeVisible();
  await page.getByRole('application', { name: 'Game field' }).focus();
  await page.keyboard.press('h');
  await expect(help).toHaveCount(0);
  await page.keyboard.press('h');
  await expect(help).toBeVisible();
  await button(page, 'START GAME').click();
  await expect(button(page, 'Pause')).toBeEnabled();
});

test('sound begins with START GAME, never before; Mute silences it and is remembered', async ({ page }) => {
  await page.addInitScript(() => {
    const all: AudioContext[] = [];
    Object.assign(globalThis, { audio: all });
    const Plain = AudioContext;
    globalThis.AudioContext = class extends Plain {
      constructor() {
        super();
        all.push(this);
      }
    };
  });
  const states = () => page.evaluate(() => (globalThis as unknown as { audio: AudioContext[] }).audio.map(({ state }) => state));
  await page.goto(PATH);
  await expect(button(page, 'START GAME')).toBeVisible();
  expect(await states()).toEqual([]);
  await button(page, 'START GAME').click();
  await expect.poll(states).toEqual(['running']);
  const mute = button(page, 'Mute');
  await expect(mute).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('m');
  await expect(mute).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(states).toEqual(['suspended']);
  await mute.click();
  await expect.poll(states).toEqual(['running']);
  await page.keyboard.press('Escape');
  await expect.poll(states).toEqual(['suspended']);
  await mute.click();
  await page.reload();
  await expect(mute).toHaveAttribute('aria-pressed', 'true');
});

test('with reduced motion nothing moves before START GAME, and then the game runs', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page);
  await expect(page.getByRole('button', { name: 'Resume motion' })).toBeVisible();
  const picture = () => page.locator('canvas[role=img]').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const still = await picture();
  await page.clock.runFor(1_000);
  expect(await picture()).toBe(still);
  await button(page, 'START GAME').click();
  await expect(page.getByRole('button', { name: 'Pause motion' })).toBeVisible();
  await page.keyboard.down('d');
  await page.clock.runFor(1_000);
  expect(await picture()).not.toBe(still);
  // Another visit starts without motion again: only Pause motion is remembered.
  await page.reload();
  await expect(page.getByRole('button', { name: 'Resume motion' })).toBeVisible();
});

test('with reduced motion a battle has no sparks, but is otherwise the same', async ({ page }) => {
  const picture = async (reducedMotion: 'reduce' | 'no-preference') => {
    await page.emulateMedia({ reducedMotion });
    await page.goto(`${PATH}?scenario=battle&at=34`);
    await expect(page.locator('[data-phase=still] [data-readout=wave]')).toHaveText('2');
    return {
      scores: await Promise.all(['your', 'enemy', 'accuracy'].map((name) => readout(page, name).textContent())),
      image: await page.locator('canvas[role=img]').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL()),
    };
  };
  const lively = await picture('no-preference');
  const quiet = await picture('reduce');
  expect(quiet.scores).toEqual(lively.scores);
  expect(quiet.image).not.toBe(lively.image);
});

test('a gamepad moves the cannon, its Start button pauses and resumes', async ({ page }) => {
  await page.addInitScript(() => {
    const buttons = Array.from({ length: 17 }, () => ({ pressed: false, touched: false, value: 0 }));
    const gamepad = { connected: true, axes: [0, 0, 0, 0], buttons };
    Object.assign(globalThis, { gamepad });
    Object.defineProperty(navigator, 'getGamepads', { value: () => [gamepad] });
  });
  await open(page);
  await start(page);
  const x = await cannon(page);
  await page.evaluate(() => {
    (globalThis as unknown as { gamepad: { axes: number[] } }).gamepad.axes[0] = 1;
  });
  await page.clock.runFor(1_000);
  expect((await cannon(page)) - x).toBeGreaterThan(150);
  const hold = async (pressed: boolean) => {
    await page.evaluate((isDown) => {
      (globalThis as unknown as { gamepad: { buttons: { pressed: boolean }[] } }).gamepad.buttons[9]!.pressed = isDown;
    }, pressed);
    await page.clock.runFor(100);
  };
  await hold(true);
  await expect(page.getByRole('heading', { name: 'PAUSED' })).toBeVisible();
  await hold(false);
  await hold(true);
  await expect(page.getByRole('heading', { name: 'PAUSED' })).toBeHidden();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('pads move the cannon, a finger aims and fires, and nothing is wider than the window', async ({ page, context }) => {
    await open(page);
    await button(page, 'START GAME').tap();
    await page.clock.runFor(100);
    const x = await cannon(page);
    const pad = button(page, 'Move right');
    await pad.dispatchEvent('pointerdown');
    await page.clock.runFor(1_000);
    await pad.dispatchEvent('pointerup');
    expect(await cannon(page)).toBeGreaterThan(x + 80);
    const client = await context.newCDPSession(page);
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: 200, y: 350 }] });
    await page.clock.runFor(500);
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.clock.runFor(500);
    await expect(readout(page, 'accuracy')).toHaveText(/%$/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    for (const control of ['Move left', 'Move right', 'Pause', 'Mute']) await button(page, control).click({ trial: true });
    await page.getByRole('button', { name: 'Pause motion' }).click({ trial: true });
  });
});

test('axe finds nothing in light, dark and forced colors, on a phone and on a laptop, during play and in the pause', async ({
  page,
}) => {
  await page.goto(PATH);
  await button(page, 'START GAME').click();
  await expectAccessibleInAllColors(page, 'during', [390, 1440, 390]);
  await page.keyboard.press('Escape');
  await expectAccessibleInAllColors(page, 'in the pause', [1440, 390, 1440]);
});

/** Two words of the widest letters, as long as the header allows. */
const LONG_NAME = 'Maximiliane Wolkenstein-Wammerswald';

test('the board does not overlap the owner’s name, however long, the menu, or the field in a low window', async ({ page }) => {
  await open(page);
  await start(page);
  const name = page.getByRole('banner').getByRole('link').first();
  const board = page.locator('[class*=board]');
  const boxOf = async (locator: typeof name) => (await locator.boundingBox())!;
  for (const text of ['Your Name', LONG_NAME]) {
    await name.locator('span').evaluate((element, words) => (element.textContent = words), text);
    for (const [width, height] of [
      [1920, 1080],
      [1440, 900],
      [1366, 768],
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
    ] as const) {
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
