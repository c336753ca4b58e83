import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { PATH, readout, number, button, open, start } from '../support/tennis-ball-gun.ts';

test('the canvas is 1400x900 if there is room and fills the stage otherwise, and can go full screen', async ({ page }) => {
  await page.setViewportSize({ width: 1700, height: 1200 });
  await page.goto(PATH);
  const main = page.getByRole('main');
  for (const counter of ['YOUR', 'ENEMY', 'WAVE']) await expect(main.getByText(counter, { exact: true })).toBeVisible();
  await expect(main.getByRole('region', { name: 'How to Play' })).toContainText(
    'green cross means ready, a red X means reloading',
  );
  await expect(page.getByRole('banner').getByRole('link').first()).toHaveCSS('color', 'rgb(255, 255, 255)');
  const canvas = page.locator('canvas[role=img]');
  await expect(canvas).toHaveCSS('width', '1400px');
  await expect(canvas).toHaveCSS('height', '900px');
  await page.setViewportSize({ width: 1000, height: 776 });
  await expect(canvas).toHaveCSS('width', '1000px');
  const stage = (await page.getByRole('application', { name: 'Game field' }).boundingBox())!;
  expect(stage.height).toBeGreaterThan(680);
  await expect.poll(async () => (await canvas.boundingBox())!.height).toBeCloseTo(stage.height, 0);
  await button(page, 'Full screen').click();
  await expect(button(page, 'Leave full screen')).toBeVisible();
  await page.getByRole('button', { name: 'Pause motion' }).click({ trial: true });
  await button(page, 'Leave full screen').click();
  await expect(button(page, 'Full screen')).toBeVisible();
});

test('gladiators that reach the floor count for the enemy, the score is announced every five seconds, and START GAME restarts', async ({
  page,
}) => {
  await page.setViewportSize({ width: 420, height: 640 });
  await open(page);
  await start(page);
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

const PAUSES: readonly (readonly [string, (page: Page) => Promise<unknown>])[] = [
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

test('button, lost focus, a hidden page and Pause motion pause the game and its wave’s clock; the privacy page names what is stored', async ({
  page,
}) => {
  await page.setViewportSize({ width: 500, height: 700 });
  await open(page);
  await start(page);
  for (const [name, pause] of PAUSES) {
    await test.step(name, async () => {
      await pause(page);
      await expect(page.getByRole('heading', { name: 'PAUSED' })).toBeFocused();
      // Longer than a wave.
      await page.clock.runFor(40_000);
      await expect(readout(page, 'wave')).toHaveText('1');
      await button(page, 'RESUME').click();
      await expect(page.getByRole('heading', { name: 'PAUSED' })).toBeHidden();
      await page.clock.runFor(1_000);
      await expect(readout(page, 'wave')).toHaveText('1');
    });
  }
  // About five of its thirty seconds have passed.
  await page.clock.runFor(20_000);
  await expect(readout(page, 'wave')).toHaveText('1');
  await page.clock.runFor(8_000);
  await expect(readout(page, 'wave')).toHaveText('2');
  const kept = await page.evaluate(() => Object.keys(localStorage));
  expect(kept).toContain('tennis-ball-gun');
  await page.goto('/privacy');
  for (const name of kept) await expect(page.getByRole('main').getByText(name, { exact: true })).toBeVisible();
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
