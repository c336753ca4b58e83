import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

const PATH = '/projects/tennis-ball-gun';

// A minute of play is four thousand frames, drawn without a GPU.
test.describe.configure({ timeout: 90_000 });

const readout = (page: Page, name: string) => page.locator(`[data-readout=${name}]`);
const number = async (page: Page, name: string) => Number(await readout(page, name).textContent());
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });

/** Opens the page with a clock of the test's own: time passes only by `page.clock.runFor`. */
async function open(page: Page, search = '?seed=7') {
  await page.clock.install({ time: new Date('2026-11-20T10:00:00Z') });
  await page.goto(PATH + search);
  await expect(button(page, 'START GAME')).toBeVisible();
  await page.clock.pauseAt(new Date('2026-11-20T10:01:00Z'));
}

async function start(page: Page) {
  await button(page, 'START GAME').click();
  await expect(button(page, 'START GAME')).toBeHidden();
  await page.clock.runFor(100);
}

/** Part of the window, in its px. */
interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
const around = (x: number, y: number, reach: number): Area => ({
  x: x - reach,
  y: y - reach,
  width: 2 * reach,
  height: 2 * reach,
});

/** Pixels of one colour, give or take a little, in a part of the window; and the middle of them. */
const pixels = (page: Page, colour: readonly [number, number, number], area: Area) =>
  page.locator('canvas[role=img]').evaluate(
    (canvas: HTMLCanvasElement, [wanted, part]) => {
      const box = canvas.getBoundingClientRect();
      const scale = canvas.width / box.width;
      const copy = document.createElement('canvas');
      copy.width = Math.round(part.width * scale);
      copy.height = Math.round(part.height * scale);
      const context = copy.getContext('2d', { willReadFrequently: true })!;
      context.drawImage(canvas, (box.left - part.x) * scale, (box.top - part.y) * scale);
      const { data } = context.getImageData(0, 0, copy.width, copy.height);
      let count = 0;
      let x = 0;
      for (let i = 0; i < data.length; i += 4) {
        const off = Math.max(...wanted.map((channel, index) => Math.abs((data[i + index] ?? 0) - channel)));
        if (off > 8 || (data[i + 3] ?? 0) < 250) continue;
        count += 1;
        x += (i / 4) % copy.width;
      }
      return { count, x: part.x + x / count / scale };
    },
    [colour, area] as const,
  );

/** The middle of the cannon's orange drum: nothing else of that colour stands on the floor. */
async function cannon(page: Page): Promise<number> {
  const box = (await page.locator('canvas[role=img]').boundingBox())!;
  const { x } = await pixels(page, [255, 138, 31], { x: box.x, y: box.y + box.height - 90, width: box.width, height: 90 });
  return x;
}

const GREEN = [63, 224, 107] as const;
const RED = [255, 75, 82] as const;

test('the page says what the specification has it say, under white header links', async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 1100 });
  await page.goto(PATH);
  await expect(page).toHaveTitle(/Tennis Ball Gun/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('TENNIS BALL GUN');
  const main = page.getByRole('main');
  await expect(main.locator('p', { hasText: /^TENNIS BALL GUN$/ })).toBeVisible();
  await expect(main.getByText('Defend against American Gladiators!', { exact: true })).toBeVisible();
  for (const counter of ['YOUR', 'ENEMY', 'WAVE']) await expect(main.getByText(counter, { exact: true })).toBeVisible();
  await expect(readout(page, 'your')).toHaveText('0');
  await expect(readout(page, 'enemy')).toHaveText('0');
  await expect(readout(page, 'wave')).toHaveText('1');
  await expect(main.getByRole('heading', { name: 'AMERICAN GLADIATORS DEFENSE' })).toBeVisible();
  await expect(button(page, 'START GAME')).toBeVisible();
  await expect(main.getByRole('region', { name: 'How to Play' })).toBeVisible();
  await expect(main.getByRole('region', { name: 'How to Play' })).toContainText(
    'green cross means ready, a red X means reloading',
  );
  await expect(page.getByRole('banner').getByRole('link').first()).toHaveCSS('color', 'rgb(255, 255, 255)');
  await expect(page.locator('meta[name=robots]')).toHaveCount(0);
});

test('the canvas is 1400x900 where there is room, and the whole stage where there is not', async ({ page }) => {
  await page.setViewportSize({ width: 1700, height: 1200 });
  await page.goto(PATH);
  const canvas = page.locator('canvas[role=img]');
  await expect(canvas).toHaveCSS('width', '1400px');
  await expect(canvas).toHaveCSS('height', '900px');
  await page.setViewportSize({ width: 1000, height: 776 });
  await expect(canvas).toHaveCSS('width', '1000px');
  const stage = (await page.getByRole('application', { name: 'Game field' }).boundingBox())!;
  expect(stage.height).toBeGreaterThan(680);
  await expect.poll(async () => (await canvas.boundingBox())!.height).toBeCloseTo(stage.height, 0);
});

test('START GAME plays: gladiators come down and count for the enemy, and the score is spoken every five seconds', async ({
  page,
}) => {
  await page.setViewportSize({ width: 420, height: 640 });
  await open(page);
  await start(page);
  await expect(page.getByRole('application', { name: 'Game field' })).toBeFocused();
  await page.clock.runFor(5_000);
  await expect(page.getByRole('main').getByRole('status')).toHaveText(/^YOUR \d+, ENEMY \d+, WAVE 1$/);
  for (let round = 0; round < 12 && (await number(page, 'enemy')) === 0; round += 1) await page.clock.runFor(3_000);
  expect(await number(page, 'enemy')).toBeGreaterThan(0);
  await button(page, 'Pause').click();
  await button(page, 'START GAME').click();
  for (const [name, text] of [
    ['your', '0'],
    ['enemy', '0'],
    ['wave', '1'],
    ['accuracy', 'no shot yet'],
  ] as const) {
    await expect(readout(page, name)).toHaveText(text);
  }
});

test('the mouse aims and holding fires; killing counts for you; accuracy and streak are shown', async ({ page }) => {
  await page.setViewportSize({ width: 420, height: 640 });
  await open(page);
  await start(page);
  await page.mouse.move(210, 200);
  await page.mouse.down();
  for (let turn = 0; turn < 60 && (await number(page, 'your')) === 0; turn += 1) {
    await page.mouse.move(40 + ((turn * 90) % 340), 210);
    await page.clock.runFor(500);
  }
  await page.mouse.up();
  expect(await number(page, 'your')).toBeGreaterThan(0);
  expect(await number(page, 'streak')).toBeGreaterThanOrEqual(0);
  await expect(readout(page, 'accuracy')).toHaveText(/^\d+ %$/);
});

for (const [left, right] of [
  ['a', 'd'],
  ['ArrowLeft', 'ArrowRight'],
] as const) {
  test(`${left} and ${right} move the cannon by 3 px a tick`, async ({ page }) => {
    await open(page);
    await start(page);
    const x = await cannon(page);
    await page.keyboard.down(right);
    await page.clock.runFor(1_000);
    await page.keyboard.up(right);
    await page.clock.runFor(40);
    expect(Math.abs((await cannon(page)) - x - 180)).toBeLessThan(10);
    await page.keyboard.down(left);
    await page.clock.runFor(2_000);
    await page.keyboard.up(left);
    await page.clock.runFor(40);
    expect(Math.abs((await cannon(page)) - x + 180)).toBeLessThan(16);
  });
}

test('the crosshair is a green upright cross when ready, and a red X while reloading', async ({ page }) => {
  await open(page);
  await start(page);
  const at = { x: 640, y: 300 };
  const whole = around(at.x, at.y, 30);
  await page.mouse.move(at.x, at.y);
  await page.clock.runFor(50);
  const arm = (dx: number, dy: number, colour: readonly [number, number, number]) =>
    pixels(page, colour, around(at.x + dx, at.y + dy, 2));
  expect((await pixels(page, GREEN, whole)).count).toBeGreaterThan(60);
  expect((await pixels(page, RED, whole)).count).toBe(0);
  expect((await arm(19, 0, GREEN)).count).toBeGreaterThan(0);
  expect((await arm(13.5, 13.5, GREEN)).count).toBe(0);
  await page.mouse.down();
  await page.clock.runFor(40);
  await page.mouse.up();
  expect((await pixels(page, RED, whole)).count).toBeGreaterThan(40);
  expect((await pixels(page, GREEN, whole)).count).toBe(0);
  expect((await arm(13.5, 13.5, RED)).count).toBeGreaterThan(0);
  expect((await arm(19, 0, RED)).count).toBe(0);
  await page.clock.runFor(200);
  expect((await pixels(page, GREEN, whole)).count).toBeGreaterThan(60);
});

const PAUSES: readonly (readonly [string, (page: Page) => Promise<unknown>])[] = [
  ['Escape', (page) => page.keyboard.press('Escape')],
  ['the Pause button', (page) => button(page, 'Pause').click()],
  ['a window that loses the focus', (page) => page.evaluate(() => window.dispatchEvent(new Event('blur')))],
  [
    'a hidden page',
    (page) =>
      page.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
        document.dispatchEvent(new Event('visibilitychange'));
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'visible' });
        document.dispatchEvent(new Event('visibilitychange'));
      }),
  ],
  ['Pause motion', (page) => page.getByRole('button', { name: 'Pause motion' }).click()],
];

for (const [name, pause] of PAUSES) {
  test(`${name} pauses the game, and the wave’s clock with it`, async ({ page }) => {
    await page.setViewportSize({ width: 500, height: 700 });
    await open(page);
    await start(page);
    await pause(page);
    await expect(page.getByRole('heading', { name: 'PAUSED' })).toBeFocused();
    await page.clock.runFor(40_000);
    await expect(readout(page, 'wave')).toHaveText('1');
    await button(page, 'RESUME').click();
    await expect(page.getByRole('heading', { name: 'PAUSED' })).toBeHidden();
    await page.clock.runFor(25_000);
    await expect(readout(page, 'wave')).toHaveText('1');
    await page.clock.runFor(8_000);
    await expect(readout(page, 'wave')).toHaveText('2');
  });
}

test('the best wave is kept for the next visit', async ({ page }) => {
  await page.setViewportSize({ width: 500, height: 600 });
  await open(page);
  await start(page);
  await page.clock.runFor(33_000);
  await expect(readout(page, 'wave')).toHaveText('2');
  await page.reload();
  await expect(readout(page, 'best')).toHaveText('2');
  const kept = await page.evaluate(() => Object.keys(localStorage));
  await page.goto('/privacy');
  for (const name of kept) await expect(page.getByRole('main').getByText(name, { exact: true })).toBeVisible();
  expect(kept).toContain('tennis-ball-gun');
});

test('a Challenge is over with the tenth enemy', async ({ page }) => {
  await page.setViewportSize({ width: 420, height: 560 });
  await open(page);
  await page.getByRole('radio', { name: /Challenge/ }).check();
  await start(page);
  const over = page.getByRole('heading', { name: 'CHALLENGE OVER' });
  for (let round = 0; round < 30 && !(await over.isVisible()); round += 1) await page.clock.runFor(4_000);
  await expect(over).toBeVisible();
  await expect(readout(page, 'enemy')).toHaveText('10');
  await expect(page.getByText(/^YOUR \d+, ENEMY 10, WAVE \d+\. Accuracy .*, best streak \d+, best wave \d+\.$/)).toBeVisible();
});

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
  await button(page, 'Copy replay link').click();
  await expect(page.getByText('Replay link copied').first()).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
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

test('a damaged replay link says so, and the game can be played', async ({ page }) => {
  await page.goto(`${PATH}#run=AbCdEf`);
  await expect(page.getByText('This replay link is damaged: it holds no whole run.')).toBeVisible();
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

test('for visitors who want less motion nothing moves before START GAME, and then the game plays', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install({ time: new Date('2026-11-20T10:00:00Z') });
  await page.goto(`${PATH}?seed=7`);
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
});

test('the sparks of a battle are left out for visitors who want less motion, the battle is the same', async ({ page }) => {
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

test('a browser whose storage throws plays all the same', async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('refused', 'SecurityError');
    };
    Object.assign(Storage.prototype, { getItem: refuse, setItem: refuse });
  });
  await page.goto(PATH);
  await button(page, 'START GAME').click();
  await button(page, 'Mute').click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'PAUSED' })).toBeVisible();
});

test('H hides How to Play and shows it again', async ({ page }) => {
  await page.goto(PATH);
  const help = page.getByRole('region', { name: 'How to Play' });
  await expect(help).toBeVisible();
  await page.keyboard.press('h');
  await expect(help).toHaveCount(0);
  await page.keyboard.press('h');
  await expect(help).toBeVisible();
});

test('a gamepad moves the cannon and its Start button pauses', async ({ page }) => {
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
  await page.evaluate(() => {
    (globalThis as unknown as { gamepad: { buttons: { pressed: boolean }[] } }).gamepad.buttons[9]!.pressed = true;
  });
  await page.clock.runFor(100);
  await expect(page.getByRole('heading', { name: 'PAUSED' })).toBeVisible();
});

test('a phone has pads that move the cannon, a finger aims and fires, and nothing is wider than the window', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.clock.install({ time: new Date('2026-11-20T10:00:00Z') });
  await page.goto(`${site.url}${PATH}?seed=7`);
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
  await expect(readout(page, 'accuracy')).toHaveText(/%$/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  for (const control of ['Move left', 'Move right', 'Pause', 'Mute']) await button(page, control).click({ trial: true });
  await page.getByRole('button', { name: 'Pause motion' }).click({ trial: true });
  await context.close();
});

test('the game goes full screen and back', async ({ page }) => {
  await page.goto(PATH);
  await button(page, 'Full screen').click();
  await expect(button(page, 'Leave full screen')).toBeVisible();
  await button(page, 'Leave full screen').click();
  await expect(button(page, 'Full screen')).toBeVisible();
});

for (const scheme of ['light', 'dark', 'forced colours'] as const) {
  for (const width of [390, 1440]) {
    test(`axe finds nothing in ${scheme} at ${width} px, before, during and after play`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia(scheme === 'forced colours' ? { forcedColors: 'active' } : { colorScheme: scheme });
      await page.goto(PATH);
      await expect(button(page, 'START GAME')).toBeVisible();
      const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
      const check = async () => {
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() =>
          (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
        );
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([]);
      };
      await check();
      await button(page, 'START GAME').click();
      await check();
      await page.keyboard.press('Escape');
      await check();
    });
  }
}
