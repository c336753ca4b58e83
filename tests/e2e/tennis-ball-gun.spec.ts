import type { Page } from '@playwright/test';
import { PATH, readout, number, button, open, start, around, pixels, cannon, GREEN, RED } from '../support/tennis-ball-gun.ts';
import { expect, test } from '../support/test.ts';

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

for (const [index, [name, pause]] of PAUSES.entries()) {
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
    await page.clock.runFor(2_000);
    await expect(readout(page, 'wave')).toHaveText('1');
    // One wave to its end is enough: it takes a second of work for each of its own.
    if (index > 0) return;
    await page.clock.runFor(23_000);
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
