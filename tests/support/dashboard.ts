import type { BrowserContext, Locator, Page } from '@playwright/test';
import { throttleFrames } from './frames.ts';
import { expect, installClock } from './journey.ts';
import { emulateDevice } from './sensors.ts';

export const PATH = '/projects/sensor-dashboard';
export const PLACE = { latitude: 48.858372, longitude: 2.294481, accuracy: 12 };
export const ALL = ['microphone', 'camera', 'geolocation', 'accelerometer', 'gyroscope', 'magnetometer'];

export const card = (page: Page, name: string) => page.locator(`[data-card=${name}]`);
export const cell = (page: Page, name: string, column: string, index = 0) =>
  card(page, name).locator(`[data-column=${column}] td`).nth(index);
/** A hash of a canvas: equal pictures have equal numbers. */
export const picture = (canvas: Locator) =>
  canvas.evaluate((element: HTMLCanvasElement) =>
    [...element.toDataURL()].reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0, 7),
  );

export const enableAll = (page: Page) => page.getByRole('button', { name: 'ENABLE ALL SENSORS' }).click();

/** Time between two samples of `shake`, ms. */
export const SHAKE_INTERVAL = 16;

/** Sends motion events at the pace of the page's own clock; their values are kept in `window.injected`. */
function shake(interval: number): void {
  // A blank page during navigation is not a secure context and has no motion events.
  if (!window.isSecureContext) return;
  const injected: number[][] = [];
  Object.assign(window, { injected });
  const tenth = (value: number) => Number(value.toFixed(1)) + 0;
  setInterval(() => {
    const t = injected.length / 60;
    const [x, y, z] = [tenth(3 * Math.sin(2 * t)), tenth(2 * Math.cos(5 * t)), tenth(9.8 + Math.sin(11 * t))];
    injected.push([x, y, z]);
    const event = new DeviceMotionEvent('devicemotion', {
      accelerationIncludingGravity: { x, y, z },
      rotationRate: { alpha: 10 * x, beta: 10 * y, gamma: -z },
      interval,
    });
    // An event's timestamp does not use the page's clock if a test has replaced it.
    Object.defineProperty(event, 'timeStamp', { value: performance.now() });
    window.dispatchEvent(event);
  }, interval);
}

/** Opens the dashboard on a device that shakes. */
async function openShaking(page: Page): Promise<void> {
  await page.addInitScript(shake, SHAKE_INTERVAL);
  await page.goto(PATH);
  await expect(card(page, 'accelerometer')).toHaveAttribute('data-state', 'live');
}

/** The same with the test's own clock: from then on `page.clock.runFor` alone makes time pass and samples arrive. */
export async function openShakingByClock(page: Page): Promise<void> {
  await installClock(page, new Date('2026-11-20T10:00:00Z'));
  await throttleFrames(page);
  await openShaking(page);
  // An hour, because the clock runs while the page opens.
  await page.clock.pauseAt(new Date('2026-11-20T11:00:00Z'));
  // The sensor was silent for that hour.
  await page.clock.runFor(1_000);
  await expect(card(page, 'accelerometer')).toHaveAttribute('data-state', 'live');
}

/** Opens the dashboard on a device that has motion sensors. */
export async function moving(context: BrowserContext, page: Page) {
  const device = await emulateDevice(context, page);
  await device.accelerate(1.5, -2, 9.8);
  await device.turn(10, 20, 30);
  await device.layFlat(300);
  await throttleFrames(page);
  await page.goto(PATH);
  await expect(card(page, 'accelerometer')).toHaveAttribute('data-state', 'live');
  return device;
}

/** Expects a name for every drawing, table and scale of the live cards. */
export async function expectNames(page: Page): Promise<void> {
  for (const [name, drawings] of [
    ['orientation', ['Bubble level', 'Model of this device as it is held']],
    ['compass', ['Compass']],
    ['location', ['Accuracy of the position, and the heading']],
    ['sound', ['Sound level over the last 30 seconds, in percent', 'Spectrum of the sound, low frequencies on the left']],
  ] as const) {
    for (const drawing of drawings) {
      await expect.soft(card(page, name).getByRole('img', { name: drawing, exact: true })).toBeVisible();
    }
  }
  for (const [name, title, scales] of [
    ['accelerometer', 'Accelerometer', ['±2 m/s²', '±12 m/s²', '±40 m/s²']],
    ['gyroscope', 'Gyroscope', ['±20 °/s', '±200 °/s', '±1000 °/s']],
    ['sound', 'Sound level', ['0 to 100 %', '0 to 25 %']],
  ] as const) {
    const table = card(page, name).getByRole('table', { name: `${title}, the last 30 seconds`, exact: true });
    await expect.soft(table).toBeVisible();
    const options = card(page, name)
      .getByRole('combobox', { name: `Scale of the ${title} chart` })
      .getByRole('option');
    expect.soft(await options.allTextContents(), title).toEqual(expect.arrayContaining([...scales]));
  }
}
