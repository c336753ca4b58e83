import type { BrowserContext, Page } from '@playwright/test';
import { fakeCameras, launchWith } from '../support/camera.ts';
import { card as cardOf, PATH, PLACE } from '../support/dashboard.ts';
import { expect, test } from '../support/journey.ts';
import { aDevice } from '../support/sensors.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)), geolocation: PLACE });

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
  readonly permissions?: readonly string[];
  /** Runs in the page before its own scripts. */
  readonly shim?: () => void;
  readonly prepare?: (context: BrowserContext, page: Page) => Promise<void>;
  readonly taps: boolean;
  readonly cards: Readonly<Record<string, State>>;
  readonly footer: Readonly<Record<'motion' | 'audio' | 'camera' | 'location', string>>;
}

const NOT_ASKED = { motion: 'not asked yet', audio: 'not asked yet', camera: 'not asked yet', location: 'not asked yet' };

const CONFIGURATIONS: readonly Configuration[] = [
  {
    name: 'a browser as it comes, on a machine without motion sensors, before any tap',
    taps: false,
    cards: { ...NEVER, ...motion('missing'), sound: 'tap', location: 'tap', brightness: 'unsupported', battery: 'live' },
    footer: NOT_ASKED,
  },
  {
    name: 'everything is there and allowed',
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
];

for (const { name, permissions, shim, prepare, taps, cards, footer } of CONFIGURATIONS) {
  test.describe(name, () => {
    if (permissions) test.use({ permissions: [...permissions] });

    test('every card shows the correct state', async ({ page, context }) => {
      if (shim) await page.addInitScript(shim);
      await prepare?.(context, page);
      await page.goto(PATH);
      await expect(page.locator('[data-card]')).toHaveCount(12);
      if (taps) await page.getByRole('button', { name: 'ENABLE ALL SENSORS' }).click();

      expect(Object.keys(cards)).toHaveLength(12);
      for (const [card, state] of Object.entries(cards)) {
        await expect(cardOf(page, card), card).toHaveAttribute('data-state', state);
        await expect(cardOf(page, card).locator('[data-part=state]'), card).toHaveText([WORDS[state]]);
        const reason = cardOf(page, card).locator('[data-part=reason]');
        if (state === 'live') await expect(reason, card).toHaveCount(0);
        else await expect(reason, card).toHaveText(/\S.*\.$/);
        if (state === 'blocked') await expect(reason, card).toContainText('To undo: open the site settings');
      }
      for (const [permission, words] of Object.entries(footer)) {
        const item = page.locator(`[data-permission=${permission}]`);
        await expect(item, permission).toContainText(words);
        await expect(item, permission).toContainText(words === 'allowed' ? '✓' : '✗');
      }
    });
  });
}
