import type { BrowserContext, Page } from '@playwright/test';
import { aDevice } from './sensors.ts';
import { expect } from './test.ts';

export const PATH = '/projects/sensor-dashboard';
export const PLACE = { latitude: 48.858372, longitude: 2.294481, accuracy: 12 };
export const ALL = ['microphone', 'camera', 'geolocation', 'accelerometer', 'gyroscope', 'magnetometer'];

export const card = (page: Page, name: string) => page.locator(`[data-card=${name}]`);
export const cell = (page: Page, name: string, column: string, index = 0) =>
  card(page, name).locator(`[data-column=${column}] td`).nth(index);
export const enableAll = (page: Page) => page.getByRole('button', { name: 'ENABLE ALL SENSORS' }).click();

/** Motion events at 60 Hz from the page itself, with what they said kept in `window.injected`. */
export function shake(): void {
  const injected: number[][] = [];
  Object.assign(window, { injected });
  let index = 0;
  const begun = performance.now();
  setInterval(() => {
    while (index <= ((performance.now() - begun) * 60) / 1000) {
      const t = index / 60;
      const tenth = (value: number) => Number(value.toFixed(1)) + 0;
      const [x, y, z] = [tenth(3 * Math.sin(2 * t)), tenth(2 * Math.cos(5 * t)), tenth(9.8 + Math.sin(11 * t))];
      injected.push([x, y, z]);
      index += 1;
      window.dispatchEvent(
        new DeviceMotionEvent('devicemotion', {
          accelerationIncludingGravity: { x, y, z },
          rotationRate: { alpha: 10 * x, beta: 10 * y, gamma: -z },
          interval: 16,
        }),
      );
    }
  }, 8);
}

/** The dashboard opened on a device that has motion sensors. */
export async function moving(context: BrowserContext, page: Page, url: string) {
  const device = await aDevice(context, page);
  await device.accelerate(1.5, -2, 9.8);
  await device.turn(10, 20, 30);
  await device.lie(300);
  await page.goto(url + PATH);
  await expect(card(page, 'accelerometer')).toHaveAttribute('data-state', 'live');
  return device;
}
