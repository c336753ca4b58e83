import { SLOW_CAMERAS } from '../support/camera.ts';
import { ALL, card, cell, PATH, PLACE } from '../support/dashboard.ts';
import { expect, expectFitsPhone, expectNoViolations, test } from '../support/journey.ts';
import { emulateDevice } from '../support/sensors.ts';

// The flag adds a camera and a microphone; the camera journeys use the same one, so they share their browser with this one.
test.use({ launchOptions: SLOW_CAMERAS, permissions: ALL, geolocation: PLACE });

test('/projects/sensor-dashboard reads every sensor of the device, and says which ones are missing', async ({
  page,
  context,
}) => {
  const device = await emulateDevice(context, page);
  await device.accelerate(1.5, -2, 9.8);
  await device.turn(10, 20, 30);
  await device.layFlat(300);
  await page.goto(PATH);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sensor Dashboard');
  const main = page.getByRole('main');
  await expect(main).toContainText('Nothing leaves this device');
  const truth = await page.evaluate(() => [navigator.userAgent, navigator.language, `${screen.width}`]);
  for (const text of truth) await expect(main).toContainText(text);
  // No browser reports these four.
  for (const name of ['Temperature', 'Pressure', 'Humidity', 'Proximity']) {
    await expect(page.locator('[data-card]').filter({ hasText: new RegExp(`^${name}`) })).toHaveAttribute(
      'data-state',
      'unsupported',
    );
  }
  await expect(card(page, 'accelerometer')).toHaveAttribute('data-state', 'live');
  await expect(cell(page, 'accelerometer', 'x')).toHaveText('1.50');
  await expect(cell(page, 'accelerometer', 'y')).toHaveText('\u22122.00');
  await expect(cell(page, 'gyroscope', 'gamma')).toHaveText('30.0');
  await expect(card(page, 'compass').locator('[data-part=heading]')).toHaveText('60°');

  await page.getByRole('button', { name: 'ENABLE ALL SENSORS' }).click();
  for (const permission of ['audio', 'camera', 'location']) {
    await expect(page.locator(`[data-permission=${permission}]`)).toContainText('allowed');
  }
  // Half a second after the press the page checks whether motion is live; on a loaded machine no event may have arrived by then.
  await expect(page.locator('[data-permission=motion]')).toContainText(/allowed/);
  await expect(card(page, 'location').getByRole('definition').first()).toHaveText('48.858372°');
  await expect(card(page, 'sound')).toHaveAttribute('data-state', 'live');
  await expect(cell(page, 'sound', 'level')).toHaveText(/^\d/);
  await expectNoViolations(page);

  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Recorder' })).toContainText(/[1-9][\d,]* samples/);
  await page.getByRole('button', { name: 'Stop recording' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save CSV', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  await page.getByRole('button', { name: 'Stop all' }).click();
  await expect(card(page, 'sound')).not.toHaveAttribute('data-state', 'live');
  await expectFitsPhone(page);
});
