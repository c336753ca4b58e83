import { launchWith } from '../support/camera.ts';
import { card, PATH } from '../support/dashboard.ts';
import { expect, test } from '../support/journey.ts';

test.use({
  launchOptions: launchWith('--enable-features=GenericSensorExtraClasses'),
  permissions: ['ambient-light-sensor'],
});

test('a browser with the light sensor’s flag shows its brightness without a tap', async ({ page, context }) => {
  const client = await context.newCDPSession(page);
  await client.send('Emulation.setSensorOverrideEnabled', {
    type: 'ambient-light',
    enabled: true,
    metadata: { available: true },
  });
  await client.send('Emulation.setSensorOverrideReadings', { type: 'ambient-light', reading: { single: { value: 321 } } });
  await page.goto(PATH);
  await expect(card(page, 'brightness')).toHaveAttribute('data-state', 'live');
  // Chromium rounds brightness to 50 lx, so that it does not reveal the content of a nearby screen.
  await expect(card(page, 'brightness').locator('[data-part=reading]')).toHaveText('300\u00a0lx');
});
