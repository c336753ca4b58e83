import type { Locator } from '@playwright/test';
import { WHOLE_BROWSER } from '../support/camera.ts';
import { expectAccessibleInAllColours } from '../support/accessible.ts';
import { ALL, card, cell, enableAll, moving, PATH, PLACE, shake } from '../support/dashboard.ts';
import { launchWith } from '../support/sensors.ts';
import { expect, test } from '../support/test.ts';

// Microphone and camera are asked for.
test.use({ launchOptions: WHOLE_BROWSER });

/** A canvas as a number: equal pictures, equal numbers. */
const picture = (canvas: Locator) =>
  canvas.evaluate((element: HTMLCanvasElement) =>
    [...element.toDataURL()].reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0, 7),
  );

test('the sound of a microphone moves percent, dBFS, chart and spectrum', async ({ site }) => {
  test.slow();
  const browser = await launchWith(['--use-fake-device-for-media-stream']);
  try {
    const context = await browser.newContext({ permissions: ['microphone'] });
    const page = await context.newPage();
    await page.goto(site.url + PATH);
    await page.getByRole('button', { name: 'Allow Sound level' }).click();
    // A busy machine looks at the device less often than its short beeps come.
    const patience = { intervals: [100] };
    await expect(card(page, 'sound')).toHaveAttribute('data-state', 'live');
    // The fake device beeps once a second; the third cell holds the loudest look so far.
    await expect.poll(async () => Number(await cell(page, 'sound', 'level', 2).textContent()), patience).toBeGreaterThan(1);
    await expect(cell(page, 'sound', 'loudness', 2)).toHaveText(/^\u2212?\d+\.\d$/);
    const chart = card(page, 'sound').getByRole('img', { name: 'Sound level over the last 30 seconds, in percent' });
    const spectrum = card(page, 'sound').getByRole('img', { name: /^Spectrum/ });
    for (const drawing of [chart, spectrum]) {
      const still = await picture(drawing);
      await expect.poll(() => picture(drawing), patience).not.toBe(still);
    }
  } finally {
    await browser.close();
  }
});

test('accelerometer, gyroscope, compass and level read what the sensors say; zero makes it 0', async ({ browser, site }) => {
  const context = await browser.newContext({ permissions: ALL });
  const page = await context.newPage();
  const device = await moving(context, page, site.url);
  await expect(cell(page, 'accelerometer', 'x')).toHaveText('1.50');
  await expect(cell(page, 'accelerometer', 'y')).toHaveText('\u22122.00');
  await expect(cell(page, 'accelerometer', 'z')).toHaveText('9.80');
  await expect(cell(page, 'gyroscope', 'alpha')).toHaveText('10.0');
  await expect(cell(page, 'gyroscope', 'beta')).toHaveText('20.0');
  await expect(cell(page, 'gyroscope', 'gamma')).toHaveText('30.0');
  await expect(card(page, 'accelerometer')).toContainText(/\d+\.\d\sHz/);
  // Turned 300° counter-clockwise from north: the top points 60° clockwise of it.
  await expect(card(page, 'compass').locator('[data-part=heading]')).toHaveText('60°');
  await expect(card(page, 'compass').locator('[data-part=wind]')).toHaveText('ENE');
  await expect(card(page, 'orientation')).toContainText('Away from level0.0°');

  await page.getByRole('button', { name: 'Set to zero Accelerometer' }).click();
  for (const axis of ['x', 'y', 'z']) await expect(cell(page, 'accelerometer', axis)).toHaveText('0.00');
  await device.accelerate(2.5, -2, 9.8);
  await expect(cell(page, 'accelerometer', 'x')).toHaveText('1.00');
  await expect(cell(page, 'accelerometer', 'x', 2)).toHaveText('1.00');
  await page.getByRole('button', { name: 'Undo zero Accelerometer' }).click();
  await expect(cell(page, 'accelerometer', 'x')).toHaveText('2.50');
  await context.close();
});

test('location in all its fields: 10 m/s is 36.0 km/h', async ({ browser, site }) => {
  const context = await browser.newContext({ permissions: ['geolocation'], geolocation: PLACE });
  const page = await context.newPage();
  await page.goto(site.url + PATH);
  await page.getByRole('button', { name: 'Allow Location' }).click();
  const fields = card(page, 'location').getByRole('definition');
  await expect(fields).toHaveText(['48.858372°', '2.294481°', '± 12 m', 'Not available', 'Not available', 'Not available']);
  const client = await context.newCDPSession(page);
  const there = { ...PLACE, altitude: 35, speed: 10, heading: 270 };
  await client.send('Emulation.setGeolocationOverride', there);
  await expect(fields).toHaveText(['48.858372°', '2.294481°', '± 12 m', '35.0 m', '36.0 km/h', '270°']);
  await context.close();
});

/** How many pixels of a chart carry a line's colour: those that are neither grey nor empty. */
const colours = (canvas: Locator) =>
  canvas.evaluate((element: HTMLCanvasElement) => {
    // A copy: the page's own canvas stays where it is fast to draw.
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

test('a chart draws, stands while paused, goes on, and still draws after Clear', async ({ page }) => {
  await page.addInitScript(shake);
  await page.goto(PATH);
  const chart = card(page, 'accelerometer').getByRole('img', { name: 'Accelerometer over the last 30 seconds, in m/s²' });
  await chart.scrollIntoViewIfNeeded();
  await expect.poll(() => colours(chart)).toBeGreaterThan(100);

  const scale = page.getByRole('combobox', { name: 'Scale of the Accelerometer chart' });
  await scale.selectOption('±12 m/s²');
  const pause = page.getByRole('button', { name: 'Pause the Accelerometer chart' });
  await pause.click();
  await expect(pause).toHaveAttribute('aria-pressed', 'true');
  const still = await picture(chart);
  const number = await cell(page, 'accelerometer', 'x').textContent();
  await expect(cell(page, 'accelerometer', 'x')).not.toHaveText(number ?? '');
  expect(await picture(chart)).toBe(still);
  await scale.selectOption('±40 m/s²');
  await expect.poll(() => picture(chart)).not.toBe(still);
  await pause.click();
  await expect(pause).toHaveAttribute('aria-pressed', 'false');

  await page.getByRole('button', { name: 'Clear the Accelerometer chart' }).click();
  const after = await colours(chart);
  await expect.poll(() => colours(chart)).toBeGreaterThan(after + 50);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save CSV of the Accelerometer chart' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('accelerometer-chart.csv');
});

test('Pause motion stills the drawings, and the numbers go on; reduced motion begins so', async ({ page }) => {
  await page.addInitScript(shake);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(PATH);
  await expect(page.getByText('Motion is paused: drawings stand still')).toBeVisible();
  const chart = card(page, 'accelerometer').getByRole('img');
  await chart.scrollIntoViewIfNeeded();
  await expect(card(page, 'accelerometer')).toHaveAttribute('data-state', 'live');
  // Until the still has been drawn in its final size.
  let still = 0;
  await expect
    .poll(async () => {
      const before = still;
      still = await picture(chart);
      return still === before;
    })
    .toBe(true);
  const number = await cell(page, 'accelerometer', 'x').textContent();
  await expect(cell(page, 'accelerometer', 'x')).not.toHaveText(number ?? '');
  expect(await picture(chart)).toBe(still);
  await page.getByRole('button', { name: 'Resume motion' }).click();
  // Only what is in view is drawn.
  await chart.scrollIntoViewIfNeeded();
  await expect.poll(() => picture(chart)).not.toBe(still);
});

test('sixty samples a second cause five updates of the page a second, not sixty', async ({ page }) => {
  await page.addInitScript(shake);
  await page.goto(PATH);
  await expect(card(page, 'accelerometer')).toHaveAttribute('data-state', 'live');
  const updates = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let count = 0;
        const observer = new MutationObserver(() => (count += 1));
        observer.observe(document.querySelector('[data-card=accelerometer]')!, {
          subtree: true,
          characterData: true,
          childList: true,
        });
        setTimeout(() => resolve(count), 2000);
      }),
  );
  expect(updates).toBeGreaterThan(3);
  expect(updates).toBeLessThanOrEqual(14);
});

test('live, axe finds nothing in light, dark and forced colours, and nothing runs off the side', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(shake);
  await page.goto(PATH);
  await enableAll(page);
  await expect(card(page, 'accelerometer')).toHaveAttribute('data-state', 'live');
  await page.getByText('How it works').click();
  await expectAccessibleInAllColours(page, 'the dashboard, live', [390, 1440, 820]);
  await expectAccessibleInAllColours(page, 'the dashboard, live', [1440, 390, 390]);
});

test('by keyboard alone: enable, record, stop, and what has the focus is never behind the footer', async ({ page }) => {
  await page.addInitScript(shake);
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto(PATH);
  await expect(card(page, 'accelerometer')).toHaveAttribute('data-state', 'live');
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
  test(`at ${width} px what scrolls under the permissions comes out nowhere, and what takes the focus stops above`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto(PATH);
    const bar = page.getByRole('contentinfo', { name: 'Permissions' }).or(page.locator('footer[aria-label=Permissions]')).first();
    await expect(bar).toBeVisible();
    const box = await bar.boundingBox();
    // To the window's very edge, on a ground that nothing shines through.
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(height);
    expect(await bar.evaluate((element) => getComputedStyle(element).backgroundColor)).toMatch(/^rgb\(/);
    const told = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--bottom-bar'));
    expect(Number.parseFloat(await told())).toBeCloseTo(box?.height ?? 0, 0);
    const buttons = page.getByRole('button', { name: 'Look again' });
    await expect(buttons.first()).toBeVisible();
    // Pause motion stands above the bar.
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
