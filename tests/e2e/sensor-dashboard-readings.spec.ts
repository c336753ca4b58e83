import { fakeCameras, launchWith } from '../support/camera.ts';
import { ALL, card, cell, moving, picture, PATH, PLACE } from '../support/dashboard.ts';
import { expect, test } from '../support/journey.ts';

// The dashboard's cards, with sensors simulated by the browser.
test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ALL, geolocation: PLACE });

test('motion cards show the sensors’ readings, zeroing makes them 0, and every drawing and number has a name', async ({
  page,
  context,
}) => {
  const device = await moving(context, page);
  await expect(cell(page, 'accelerometer', 'z')).toHaveText('9.80');
  await expect(cell(page, 'gyroscope', 'alpha')).toHaveText('10.0');
  await expect(cell(page, 'gyroscope', 'beta')).toHaveText('20.0');
  await expect(card(page, 'accelerometer')).toContainText(/\d+\.\d\sHz/);
  // Turned 300° counter-clockwise from north: the top points 60° clockwise of it.
  await expect(card(page, 'compass').locator('[data-part=wind]')).toHaveText('ENE');
  await expect(card(page, 'orientation')).toContainText('Away from level0.0°');

  await page.getByRole('button', { name: 'Set to zero Accelerometer' }).click();
  for (const axis of ['x', 'y', 'z']) await expect(cell(page, 'accelerometer', axis)).toHaveText('0.00');
  await device.accelerate(2.5, -2, 9.8);
  await expect(cell(page, 'accelerometer', 'x')).toHaveText('1.00');
  await expect(cell(page, 'accelerometer', 'x', 2)).toHaveText('1.00');
  await page.getByRole('button', { name: 'Undo zero Accelerometer' }).click();
  await expect(cell(page, 'accelerometer', 'x')).toHaveText('2.50');

  const level = card(page, 'orientation');
  await expect(level.getByRole('img', { name: 'Bubble level', exact: true })).toBeVisible();
  await expect(level.getByRole('img', { name: 'Model of this device as it is held', exact: true })).toBeVisible();
  await expect(level.getByText('Rim at 45°', { exact: true })).toBeVisible();
  await expect(level.getByText('This device', { exact: true })).toBeVisible();
  await expect(level.getByRole('term')).toHaveText(['Right edge raised', 'Top edge raised', 'Away from level']);
  await expect(card(page, 'compass').getByRole('img', { name: 'Compass', exact: true })).toBeVisible();
  for (const [name, title, scales] of [
    ['accelerometer', 'Accelerometer', ['±2 m/s²', '±12 m/s²', '±40 m/s²']],
    ['gyroscope', 'Gyroscope', ['±20 °/s', '±200 °/s', '±1000 °/s']],
  ] as const) {
    await expect(card(page, name).getByRole('table', { name: `${title}, the last 30 seconds`, exact: true })).toBeVisible();
    await expect(card(page, name).getByTitle('Standard deviation')).toHaveText('σ');
    const options = card(page, name)
      .getByRole('combobox', { name: `Scale of the ${title} chart` })
      .getByRole('option');
    for (const scale of scales) await expect(options.filter({ hasText: scale })).toHaveCount(1);
  }
});

test('the sound of a microphone moves percent, dBFS, chart and spectrum', async ({ page }) => {
  await page.goto(PATH);
  await page.getByRole('button', { name: 'Allow Sound level' }).click();
  // A busy machine samples the device less often than it beeps.
  const patience = { intervals: [100] };
  await expect(card(page, 'sound')).toHaveAttribute('data-state', 'live');
  // The fake device beeps once per second; the third cell has the loudest sample so far.
  await expect.poll(async () => Number(await cell(page, 'sound', 'level', 2).textContent()), patience).toBeGreaterThan(1);
  await expect(cell(page, 'sound', 'loudness', 2)).toHaveText(/^\u2212?\d+\.\d$/);
  const chart = card(page, 'sound').getByRole('img', { name: 'Sound level over the last 30 seconds, in percent' });
  const sound = card(page, 'sound');
  const spectrum = sound.getByRole('img', { name: 'Spectrum of the sound, low pitches on the left', exact: true });
  await expect(sound.getByRole('table', { name: 'Sound level, the last 30 seconds', exact: true })).toBeVisible();
  const scales = sound.getByRole('combobox', { name: 'Scale of the Sound level chart' }).getByRole('option');
  for (const scale of ['0 to 100 %', '0 to 25 %']) await expect(scales.filter({ hasText: scale })).toHaveCount(1);
  for (const drawing of [chart, spectrum]) {
    const still = await picture(drawing);
    await expect.poll(() => picture(drawing), patience).not.toBe(still);
  }
});

test('location with all its fields: 10 m/s is 36.0 km/h; its card requests only its own sensor', async ({ page, context }) => {
  await page.goto(PATH);
  await page.getByRole('button', { name: 'Allow Location' }).press('Enter');
  const fields = card(page, 'location').getByRole('definition');
  await expect(fields).toHaveText(['48.858372°', '2.294481°', '± 12 m', 'Not available', 'Not available', 'Not available']);
  await expect(
    card(page, 'location').getByRole('img', { name: 'Accuracy of the position, and the heading', exact: true }),
  ).toBeVisible();
  await expect(page.locator('[data-permission=location]')).toContainText('✓');
  await expect(page.locator('[data-permission=audio]')).toContainText('not asked yet');
  const client = await context.newCDPSession(page);
  const there = { ...PLACE, altitude: 35, speed: 10, heading: 270 };
  await client.send('Emulation.setGeolocationOverride', there);
  await expect(fields).toHaveText(['48.858372°', '2.294481°', '± 12 m', '35.0 m', '36.0 km/h', '270°']);
});

test('an unreliable compass says how to calibrate it: above 20 degrees, not at 20', async ({ page }) => {
  await page.goto(PATH);
  const point = (accuracy: number) =>
    page.evaluate(
      (degrees) =>
        window.dispatchEvent(
          Object.assign(new Event('deviceorientation'), { webkitCompassHeading: 90, webkitCompassAccuracy: degrees }),
        ),
      accuracy,
    );
  const doubt = card(page, 'compass').getByText('Inaccurate: move the device in a figure eight.', { exact: true });
  // The page is listening, and has received nothing so far.
  await expect(card(page, 'compass')).toHaveAttribute('data-state', 'missing');
  await point(21);
  await expect(doubt).toBeVisible();
  await expect(card(page, 'compass').getByText('± 21°', { exact: true })).toBeVisible();
  await expect(card(page, 'compass').locator('[data-part=wind]')).toHaveText('E');
  await point(20);
  await expect(card(page, 'compass').getByText('± 20°', { exact: true })).toBeVisible();
  await expect(doubt).toHaveCount(0);
});
