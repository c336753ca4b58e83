import type { Locator } from '@playwright/test';
import { expectAccessibleInAllColors } from '../support/accessible.ts';
import { fakeCameras, launchWith } from '../support/camera.ts';
import { card, cell, enableAll, openShaking, openShakingByClock, PATH, picture } from '../support/dashboard.ts';
import { expect, test } from '../support/journey.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)) });

/** The number of pixels in a chart with a line's color: those that are neither gray nor empty. */
const colors = (canvas: Locator) =>
  canvas.evaluate((element: HTMLCanvasElement) => {
    // A copy, because reading back the page's own canvas would make it slow.
    const copy = new OffscreenCanvas(element.width, element.height).getContext('2d', { willReadFrequently: true })!;
    copy.drawImage(element, 0, 0);
    const { data } = copy.getImageData(0, 0, element.width, element.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) {
      const [r, g, b] = [data[i]!, data[i + 1]!, data[i + 2]!];
      if (data[i + 3]! > 100 && Math.max(r, g, b) - Math.min(r, g, b) > 60) count += 1;
    }
    return count;
  });

test('a chart draws, stops while paused, resumes, and still draws after Clear', async ({ page }) => {
  await openShakingByClock(page);
  const chart = card(page, 'accelerometer').getByRole('img', { name: 'Accelerometer over the last 30 seconds, in m/s²' });
  await chart.scrollIntoViewIfNeeded();
  await page.clock.runFor(2_000);
  expect(await colors(chart)).toBeGreaterThan(100);

  const scale = page.getByRole('combobox', { name: 'Scale of the Accelerometer chart' });
  await scale.selectOption('±12 m/s²');
  const pause = page.getByRole('button', { name: 'Pause the Accelerometer chart' });
  await pause.click();
  await expect(pause).toHaveAttribute('aria-pressed', 'true');
  await page.clock.runFor(100);
  const still = await picture(chart);
  const number = await cell(page, 'accelerometer', 'x').textContent();
  await page.clock.runFor(1_000);
  await expect(cell(page, 'accelerometer', 'x')).not.toHaveText(number ?? '');
  expect(await picture(chart)).toBe(still);
  await scale.selectOption('±40 m/s²');
  await page.clock.runFor(100);
  expect(await picture(chart)).not.toBe(still);
  await pause.click();
  await expect(pause).toHaveAttribute('aria-pressed', 'false');

  await page.getByRole('button', { name: 'Clear the Accelerometer chart' }).click();
  await page.clock.runFor(100);
  const after = await colors(chart);
  await page.clock.runFor(3_000);
  expect(await colors(chart)).toBeGreaterThan(after + 50);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save CSV of the Accelerometer chart' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('accelerometer-chart.csv');
});

test('with reduced motion drawings do not move while numbers continue, until motion is resumed', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openShakingByClock(page);
  await expect(page.getByText('Motion is paused: drawings stand still')).toBeVisible();
  const chart = card(page, 'accelerometer').getByRole('img');
  await chart.scrollIntoViewIfNeeded();
  await page.clock.runFor(1_000);
  const still = await picture(chart);
  const number = await cell(page, 'accelerometer', 'x').textContent();
  await page.clock.runFor(1_000);
  await expect(cell(page, 'accelerometer', 'x')).not.toHaveText(number ?? '');
  expect(await picture(chart)).toBe(still);
  await page.getByRole('button', { name: 'Resume motion' }).click();
  // Only what is visible is drawn.
  await chart.scrollIntoViewIfNeeded();
  await page.clock.runFor(1_000);
  expect(await picture(chart)).not.toBe(still);
});

test('with live sensors axe finds nothing in light, dark and forced colors, and nothing overflows sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openShaking(page);
  await enableAll(page);
  await page.getByText('How it works').click();
  await expectAccessibleInAllColors(page, 'the dashboard, live', [390, 1440, 820]);
  await expectAccessibleInAllColors(page, 'the dashboard, live', [1440, 390, 390]);
});

test('with the keyboard only: enable, record, stop, and the focused element is never behind the footer', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await openShakingByClock(page);
  await page.getByRole('button', { name: 'ENABLE ALL SENSORS' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-permission=location]')).not.toContainText('not asked yet');
  const button = page.getByRole('button', { name: 'Record', exact: true });
  while (!(await button.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Stop recording' })).toBeFocused();
  await page.keyboard.press('Enter');
  for (let press = 0; press < 14; press += 1) {
    await page.keyboard.press('Tab');
    const isHidden = await page.evaluate(() => {
      const box = document.activeElement!.getBoundingClientRect();
      const footer = document.querySelector('footer[aria-label=Permissions]')!.getBoundingClientRect();
      return box.bottom > footer.top + 1 && box.top < footer.bottom && document.activeElement!.closest('main') !== null;
    });
    expect(isHidden).toBe(false);
  }
});

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`at ${width} px content that scrolls under the permissions does not show through, and focused elements stay above`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto(PATH);
    const bar = page.getByRole('contentinfo', { name: 'Permissions' }).or(page.locator('footer[aria-label=Permissions]')).first();
    await expect(bar).toBeVisible();
    const box = await bar.boundingBox();
    // Down to the window's edge, with an opaque background.
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(height);
    expect(await bar.evaluate((element) => getComputedStyle(element).backgroundColor)).toMatch(/^rgb\(/);
    const told = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--bottom-bar'));
    expect(Number.parseFloat(await told())).toBeCloseTo(box?.height ?? 0, 0);
    const buttons = page.getByRole('button', { name: 'Look again' });
    await expect(buttons.first()).toBeVisible();
    // Pause motion is above the bar.
    const pause = await page.getByRole('button', { name: 'Pause motion' }).boundingBox();
    expect((pause?.y ?? 0) + (pause?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0);
    for (const button of await buttons.all()) {
      // Half behind the bar, if the page is long enough.
      await button.evaluate((element, foot) => {
        element.blur();
        const shown = element.getBoundingClientRect();
        window.scrollBy(0, (shown.top + shown.bottom) / 2 - foot);
      }, box?.y ?? 0);
      await button.focus();
      const place = await button.boundingBox();
      expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual(pause?.y ?? 0);
    }
    await page.getByRole('link', { name: 'Privacy' }).click();
    await expect(bar).toHaveCount(0);
    expect(await told()).toBe('');
  });
}
