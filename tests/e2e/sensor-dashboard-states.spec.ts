import type { Browser, BrowserContext, Page } from '@playwright/test';
import { WHOLE_BROWSER } from '../support/camera.ts';
import { aDevice, launchWith } from '../support/sensors.ts';
import { expect, test } from '../support/test.ts';

// Microphone and camera are asked for.
test.use({ launchOptions: WHOLE_BROWSER });

const PATH = '/projects/sensor-dashboard';
const WORDS = {
  live: 'Live',
  tap: 'Tap to allow',
  blocked: 'Blocked',
  missing: 'No such sensor here',
  unsupported: 'Not supported by this browser',
} as const;
type State = keyof typeof WORDS;
const NEVER = { temperature: 'unsupported', pressure: 'unsupported', humidity: 'unsupported', proximity: 'unsupported' } as const;
const motion = (state: State) => ({ accelerometer: state, gyroscope: state, orientation: state, compass: state }) as const;
const MOTION_GRANTS = ['accelerometer', 'gyroscope', 'magnetometer'];

interface Configuration {
  readonly name: string;
  readonly flags?: readonly string[];
  readonly permissions?: readonly string[];
  /** Runs in the page before its own scripts. */
  readonly shim?: () => void;
  readonly prepare?: (context: BrowserContext, page: Page) => Promise<void>;
  readonly taps: boolean;
  readonly cards: Readonly<Record<string, State>>;
  readonly footer: Readonly<Record<'motion' | 'audio' | 'camera' | 'location', string>>;
}

const NOT_ASKED = { motion: 'not asked yet', audio: 'not asked yet', camera: 'not asked yet', location: 'not asked yet' };
const FAKE_MEDIA = ['--use-fake-device-for-media-stream'];

const CONFIGURATIONS: readonly Configuration[] = [
  {
    name: 'a browser as it comes, on a machine without motion sensors, before any tap',
    taps: false,
    cards: { ...NEVER, ...motion('missing'), sound: 'tap', location: 'tap', brightness: 'unsupported', battery: 'live' },
    footer: NOT_ASKED,
  },
  {
    name: 'everything is there and allowed',
    flags: FAKE_MEDIA,
    permissions: ['microphone', 'camera', 'geolocation', ...MOTION_GRANTS],
    prepare: async (context, page) => {
      const device = await aDevice(context, page);
      await device.accelerate(1, 2, 9.8);
      await device.turn(10, 20, 30);
      await device.lie(90);
    },
    taps: true,
    cards: { ...NEVER, ...motion('live'), sound: 'live', location: 'live', brightness: 'unsupported', battery: 'live' },
    footer: { motion: 'allowed', audio: 'allowed', camera: 'allowed', location: 'allowed' },
  },
  {
    name: 'everything is refused',
    flags: FAKE_MEDIA,
    permissions: [],
    taps: true,
    cards: { ...NEVER, ...motion('blocked'), sound: 'blocked', location: 'blocked', brightness: 'unsupported', battery: 'live' },
    footer: { motion: 'refused', audio: 'refused', camera: 'refused', location: 'refused' },
  },
  {
    name: 'motion events come, and every field is null',
    permissions: ['geolocation', ...MOTION_GRANTS],
    shim: () => {
      setInterval(() => {
        window.dispatchEvent(new DeviceMotionEvent('devicemotion', { accelerationIncludingGravity: {}, rotationRate: {} }));
        window.dispatchEvent(new DeviceOrientationEvent('deviceorientation', {}));
        window.dispatchEvent(new DeviceOrientationEvent('deviceorientationabsolute', { absolute: true }));
      }, 50);
    },
    taps: false,
    cards: { ...NEVER, ...motion('missing'), sound: 'blocked', location: 'tap', brightness: 'unsupported', battery: 'live' },
    footer: NOT_ASKED,
  },
  {
    name: 'a browser that has none of the interfaces',
    shim: () => {
      for (const name of ['DeviceMotionEvent', 'DeviceOrientationEvent', 'AudioContext', 'AmbientLightSensor']) {
        Reflect.deleteProperty(window, name);
      }
      for (const name of ['mediaDevices', 'geolocation', 'getBattery']) Reflect.deleteProperty(Navigator.prototype, name);
    },
    taps: true,
    cards: {
      ...NEVER,
      ...motion('unsupported'),
      sound: 'unsupported',
      location: 'unsupported',
      brightness: 'unsupported',
      battery: 'unsupported',
    },
    footer: { motion: 'not supported', audio: 'not supported', camera: 'not supported', location: 'not supported' },
  },
  {
    name: 'a browser with the light sensor’s flag',
    flags: ['--enable-features=GenericSensorExtraClasses'],
    permissions: ['ambient-light-sensor', 'geolocation', ...MOTION_GRANTS],
    prepare: async (context, page) => {
      const client = await context.newCDPSession(page);
      await client.send('Emulation.setSensorOverrideEnabled', {
        type: 'ambient-light',
        enabled: true,
        metadata: { available: true },
      });
      await client.send('Emulation.setSensorOverrideReadings', { type: 'ambient-light', reading: { single: { value: 321 } } });
    },
    taps: false,
    cards: { ...NEVER, ...motion('missing'), sound: 'blocked', location: 'tap', brightness: 'live', battery: 'live' },
    footer: NOT_ASKED,
  },
];

const stateOfCard = (page: Page, card: string) => page.locator(`[data-card=${card}]`);

for (const { name, flags, permissions, shim, prepare, taps, cards, footer } of CONFIGURATIONS) {
  test(`${name}: every card says its one right state`, async ({ browser, site }) => {
    test.slow();
    const own: Browser | undefined = flags && (await launchWith(flags));
    const context = await (own ?? browser).newContext({
      ...(permissions ? { permissions: [...permissions] } : {}),
      geolocation: { latitude: 48.858372, longitude: 2.294481, accuracy: 12 },
    });
    const page = await context.newPage();
    if (shim) await page.addInitScript(shim);
    await prepare?.(context, page);
    await page.goto(site.url + PATH);
    await expect(page.locator('[data-card]')).toHaveCount(12);
    if (taps) await page.getByRole('button', { name: 'ENABLE ALL SENSORS' }).click();

    expect(Object.keys(cards)).toHaveLength(12);
    for (const [card, state] of Object.entries(cards)) {
      await expect(stateOfCard(page, card), card).toHaveAttribute('data-state', state);
      await expect(stateOfCard(page, card).locator('[data-part=state]'), card).toHaveText([WORDS[state]]);
      const reason = stateOfCard(page, card).locator('[data-part=reason]');
      if (state === 'live') await expect(reason, card).toHaveCount(0);
      else await expect(reason, card).toHaveText(/\S.*\.$/);
      if (state === 'blocked') await expect(reason, card).toContainText('To undo: open the site settings');
    }
    for (const [permission, words] of Object.entries(footer)) {
      const item = page.locator(`[data-permission=${permission}]`);
      await expect(item, permission).toContainText(words);
      await expect(item, permission).toContainText(words === 'allowed' ? '✓' : '✗');
    }
    if (cards['brightness'] === 'live') {
      // Chromium rounds brightness to 50 lx, so that it cannot tell what is on a screen nearby.
      await expect(stateOfCard(page, 'brightness').locator('[data-part=reading]')).toHaveText('300\u00a0lx');
    }
    await context.close();
    await own?.close();
  });
}

test('a card asks for its own sensor alone', async ({ browser, site }) => {
  const context = await browser.newContext({
    permissions: ['geolocation'],
    geolocation: { latitude: 48.858372, longitude: 2.294481, accuracy: 12 },
  });
  const page = await context.newPage();
  await page.goto(site.url + PATH);
  await page.getByRole('button', { name: 'Allow Location' }).press('Enter');
  await expect(stateOfCard(page, 'location')).toHaveAttribute('data-state', 'live');
  await expect(page.locator('[data-permission=location]')).toContainText('✓');
  await expect(page.locator('[data-permission=audio]')).toContainText('not asked yet');
  await context.close();
});
