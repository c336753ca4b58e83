import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

const LABELS = ['RADAR TIME', 'GEOMETRIC TIME', 'DRY FLUID TIME', 'FLUID TIME', 'NEW YORK TIME', 'ANALOG CLOCK'];

/** The angles that the drawings show, as the browser has computed them. */
const angles = (page: Page) =>
  page
    .locator('main svg[role=img]')
    .evaluateAll((drawings) =>
      drawings.map((drawing) =>
        ['--hour', '--minute', '--second'].map(
          (name) => Math.round((Number.parseFloat(getComputedStyle(drawing).getPropertyValue(name)) % 360) * 1000) / 1000,
        ),
      ),
    );

test('the clocks page shows heading, time, zone and six labelled drawings, right to the second', async ({ page }) => {
  await page.clock.install({ time: new Date('2026-11-20T10:08:30.000+01:00') });
  await page.goto('/projects/clocks');
  await expect(page.getByRole('img', { name: /10:08/ })).toHaveCount(5);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Clocks');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(LABELS);
  await expect(page.getByRole('main')).toContainText('Europe/Paris');
  await page.clock.pauseAt(new Date('2026-11-20T10:08:59.500+01:00'));
  await expect(page.locator('time')).toHaveText('10:08:59 AM');
  const paris = [304, 53.9, 354];
  expect(await angles(page)).toEqual([paris, paris, paris, paris, [124, 53.9, 354], paris]);
  await page.clock.runFor(1000);
  await expect(page.locator('time')).toHaveText('10:09:00 AM');
  await expect(page.getByRole('img', { name: 'New York time showing 4:09 AM' })).toBeVisible();
  const next = [304.5, 54, 0];
  expect(await angles(page)).toEqual([next, next, next, next, [124.5, 54, 0], next]);
});

test('a zone in the address moves five clocks and leaves New York where it is', async ({ page }) => {
  await page.clock.install({ time: new Date('2026-11-20T10:08:30.000Z') });
  await page.goto('/projects/clocks?tz=Asia/Kolkata');
  await expect(page.getByRole('main')).toContainText('Asia/Kolkata');
  await expect(page.locator('time')).toHaveText(/^3:38:\d\d PM$/);
  await expect(page.getByRole('img', { name: /3:38 PM/ })).toHaveCount(5);
  await expect(page.getByRole('img', { name: 'New York time showing 5:08 AM' })).toBeVisible();
});

test('waking after a thousand seconds of sleep, every clock is right', async ({ page }) => {
  await page.clock.install({ time: new Date('2026-11-20T10:08:30.000+01:00') });
  await page.goto('/projects/clocks');
  await expect(page.getByRole('img', { name: /10:08/ })).toHaveCount(5);
  await page.clock.pauseAt(new Date('2026-11-20T10:09:00.000+01:00'));
  await page.clock.fastForward(1_000_000);
  await expect(page.locator('time')).toHaveText('10:25:40 AM');
  const law = [312.5, 154, 240];
  expect(await angles(page)).toEqual([law, law, law, law, [132.5, 154, 240], law]);
});

test('Pause motion holds all six, and Resume sets them to the real time', async ({ page }) => {
  await page.clock.install({ time: new Date('2026-11-20T10:08:30.000+01:00') });
  await page.goto('/projects/clocks');
  await page.getByRole('button', { name: 'Pause motion' }).click();
  const still = await angles(page);
  await page.clock.runFor(5000);
  expect(await angles(page)).toEqual(still);
  await page.getByRole('button', { name: 'Resume motion' }).click();
  expect(await angles(page)).not.toEqual(still);
});

test('sweeping, the hand stands between two seconds; ticking, it does not', async ({ page }) => {
  await page.goto('/projects/clocks');
  const option = page.getByRole('switch', { name: 'Sweeping second hand' });
  await expect(option).not.toBeChecked();
  const drawing = page.getByRole('img', { name: /Radar time/ });
  await expect(drawing).toHaveAttribute('data-step', 'tick');
  await option.check();
  await expect(drawing).toHaveAttribute('data-step', 'sweep');
  const isFractional = () =>
    drawing.evaluate((svg) => {
      const hand = [...svg.querySelectorAll('g')].find((group) => getComputedStyle(group).transitionDuration === '1s');
      const { a, b } = new DOMMatrix(hand ? getComputedStyle(hand).transform : undefined);
      const seconds = Math.atan2(b, a) / (Math.PI / 30);
      return Math.abs(seconds - Math.round(seconds)) > 0.05;
    });
  await expect.poll(isFractional, { intervals: [130] }).toBe(true);
});

test('the wall of clocks goes full screen and back', async ({ page }) => {
  await page.goto('/projects/clocks');
  await page.getByRole('button', { name: 'Full screen', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Leave full screen' })).toBeVisible();
  await page.getByRole('button', { name: 'Leave full screen' }).click();
  await expect(page.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible();
});

test('on a phone nothing is wider than the window, and search engines may list the page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/projects/clocks');
  await expect(page.getByRole('main').getByRole('img')).toHaveCount(6);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expect(page.locator('meta[name=robots]')).toHaveCount(0);
});
