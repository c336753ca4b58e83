import type { BrowserContext, CDPSession, Page } from '@playwright/test';

/** The sensors whose readings Chromium lets a test replace; they drive the motion events as well. */
const MOTION_SENSORS = [
  'accelerometer',
  'linear-acceleration',
  'gyroscope',
  'relative-orientation',
  'absolute-orientation',
] as const;

interface Device {
  readonly client: CDPSession;
  accelerate(x: number, y: number, z: number): Promise<void>;
  /** Degrees a second, as the page reads them; the override takes radians. */
  turn(alpha: number, beta: number, gamma: number): Promise<unknown>;
  /** Turns the device, lying flat, about the axis that points up from its screen, by this many degrees counterclockwise. */
  layFlat(alpha: number): Promise<void>;
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Gives a page motion sensors whose readings the test sets. */
export async function emulateDevice(context: BrowserContext, page: Page): Promise<Device> {
  const client = await context.newCDPSession(page);
  for (const type of MOTION_SENSORS) {
    await client.send('Emulation.setSensorOverrideEnabled', { type, enabled: true, metadata: { available: true } });
  }
  const read = (type: (typeof MOTION_SENSORS)[number], x: number, y: number, z: number) =>
    client.send('Emulation.setSensorOverrideReadings', { type, reading: { xyz: { x, y, z } } });
  return {
    client,
    async accelerate(x, y, z) {
      await read('accelerometer', x, y, z);
      await read('linear-acceleration', x, y, z);
    },
    // The events name the axes alpha (x), beta (y), gamma (z).
    turn: (alpha, beta, gamma) => read('gyroscope', radians(alpha), radians(beta), radians(gamma)),
    async layFlat(alpha) {
      const half = radians(alpha) / 2;
      for (const type of ['relative-orientation', 'absolute-orientation'] as const) {
        const reading = { quaternion: { x: 0, y: 0, z: Math.sin(half), w: Math.cos(half) } };
        await client.send('Emulation.setSensorOverrideReadings', { type, reading });
      }
    },
  };
}
