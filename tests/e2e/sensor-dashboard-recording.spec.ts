import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { fakeCameras, launchWith } from '../support/camera.ts';
import {
  ALL,
  card,
  enableAll,
  moving,
  openShaking,
  openShakingByClock,
  PATH,
  PLACE,
  SHAKE_INTERVAL,
} from '../support/dashboard.ts';
import { expect, test } from '../support/journey.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ALL, geolocation: PLACE });

/** The CSV recorded while an action runs. */
async function record(page: Page, happen: () => Promise<void>): Promise<string> {
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Stop recording' })).toBeVisible();
  await happen();
  await page.getByRole('button', { name: 'Stop recording' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('region', { name: 'Recorder' }).getByRole('button', { name: 'Save CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('sensor-recording.csv');
  return readFile(await download.path(), 'utf8');
}

/** The rows of a recording with a value of the accelerometer, and its measured rate. */
function accelerometerOf(csv: string): { readonly hertz: number; readonly rows: readonly number[][] } {
  const lines = csv.trimEnd().split('\r\n');
  const titles = lines.find((line) => line.startsWith('t (s),'))?.split(',') ?? [];
  const first = titles.indexOf('accelerometer x (m/s²)');
  expect(titles.slice(first, first + 3)).toEqual(['accelerometer x (m/s²)', 'accelerometer y (m/s²)', 'accelerometer z (m/s²)']);
  const rows = lines
    .filter((line) => /^\d/.test(line))
    .map((line) => line.split(',').slice(first, first + 3))
    .filter((cells) => cells[0] !== '')
    .map((cells) => cells.map(Number));
  return { hertz: Number(/# accelerometer: ([\d.]+) Hz measured/.exec(csv)?.[1]), rows };
}

test('a recording is the injected waveform, sample by sample, at its rate', async ({ page }) => {
  await openShakingByClock(page);
  const csv = await record(page, async () => {
    await page.clock.runFor(4_000);
    await expect(page.locator('[data-part=clock]')).toHaveText('00:04');
  });
  const { hertz, rows } = accelerometerOf(csv);
  expect(hertz).toBeCloseTo(1000 / SHAKE_INTERVAL, 0);
  expect(rows).toHaveLength(4_000 / SHAKE_INTERVAL);
  const injected = await page.evaluate(() => (globalThis as unknown as { injected: number[][] }).injected);
  expect(rows).toEqual(injected.slice(-rows.length));

  const [json] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save JSON' }).click()]);
  expect(json.suggestedFilename()).toBe('sensor-recording.json');
  const saved = JSON.parse(await readFile(await json.path(), 'utf8')) as {
    signals: { signal: string; units: object; measuredHz: number; samples: { values: number[] }[] }[];
  };
  const accelerometer = saved.signals.find(({ signal }) => signal === 'accelerometer');
  expect(accelerometer?.units).toEqual({ x: 'm/s²', y: 'm/s²', z: 'm/s²' });
  expect(accelerometer?.measuredHz).toBeCloseTo(hertz, 0);
  expect(accelerometer?.samples.map(({ values }) => values)).toEqual(rows);
});

test('a recording of the browser’s own sensors contains each of its events, at the browser’s rate', async ({ page, context }) => {
  const device = await moving(context, page);
  await page.evaluate(() => {
    const heard: [number, number | null | undefined][] = [];
    Object.assign(window, { heard });
    window.addEventListener('devicemotion', ({ timeStamp, accelerationIncludingGravity }) =>
      heard.push([timeStamp, accelerationIncludingGravity?.x]),
    );
  });
  const waves = Array.from({ length: 20 }, (_, step) => Math.round(30 * Math.sin(step / 3)) / 10);
  const csv = await record(page, async () => {
    for (const wave of waves) {
      await device.accelerate(wave, -2, 9.8);
      // Until the browser has reported it, whatever its rate on this machine.
      await page.waitForFunction((x) => {
        const { heard } = globalThis as unknown as { heard: [number, number][] };
        return Math.abs((heard.at(-1)?.[1] ?? Number.NaN) - x) < 0.051;
      }, wave);
    }
  });
  const { hertz, rows } = accelerometerOf(csv);
  const heard = await page.evaluate(() => (globalThis as unknown as { heard: [number, number][] }).heard);
  const tenths = (x: number | undefined) => (x ?? Number.NaN).toFixed(1);
  const begin = heard.findIndex((_, index) => rows.every(([x], row) => tenths(x) === tenths(heard[index + row]?.[1])));
  expect(begin).toBeGreaterThanOrEqual(0);
  const span = (heard[begin + rows.length - 1]?.[0] ?? 0) - (heard[begin]?.[0] ?? 0);
  expect(Math.abs(hertz - ((rows.length - 1) * 1000) / span)).toBeLessThan(0.5);
  for (const [, , z] of rows) expect(z).toBeCloseTo(9.8, 5);
  // Every value that was set is there, in the order in which they were set.
  let at = 0;
  for (const wave of waves) {
    const next = rows.findIndex(([x], row) => row >= at && Math.abs((x ?? Number.NaN) - wave) < 0.051);
    expect(next, `${wave} after row ${at}`).toBeGreaterThanOrEqual(0);
    at = next;
  }
});

test('nothing leaves this device: while live, recording and saving, the page makes no request', async ({ page }) => {
  const loaded: string[] = [];
  const later: string[] = [];
  let isLoaded = false;
  page.on('request', (request) => {
    const text = `${request.method()} ${request.url()} ${request.postData() ?? ''}`;
    if (isLoaded && !request.url().startsWith('blob:')) later.push(text);
    loaded.push(text);
  });
  page.on('websocket', (socket) => later.push(`websocket ${socket.url()}`));
  // Telemetry: that the page was shown, and its release; before any sensor is started.
  const told = page.waitForRequest('**/api/telemetry', { timeout: 0 });
  await openShaking(page);
  await expect(page.getByText('Nothing leaves this device.')).toBeVisible();
  await expect(page.getByText('Every reading stays in this page.')).toBeVisible();
  await told;
  // The first sign of a visitor loads what measures the page's speed.
  const measured = page.waitForRequest(/\/vitals-[\w-]+\.js$/, { timeout: 0 });
  await page.mouse.move(20, 20);
  await page.mouse.move(40, 40);
  await measured;
  await page.waitForLoadState('networkidle');
  isLoaded = true;
  await enableAll(page);
  for (const sensor of ['accelerometer', 'gyroscope', 'sound', 'location']) {
    await expect(card(page, sensor)).toHaveAttribute('data-state', 'live');
  }
  const csv = await record(page, () => expect(page.locator('[data-part=count]')).toHaveText(/[1-9]\d samples/));
  expect(csv).toContain(String(PLACE.latitude));
  await page.getByRole('button', { name: 'Save CSV of the Accelerometer chart' }).click();
  await page.getByRole('button', { name: 'Stop all' }).click();
  await page.goto('about:blank');
  // A beacon of the closing page would have arrived by now, because the next document has started.
  expect(later.filter((text) => !text.includes('about:blank'))).toEqual([]);
  for (const text of loaded) expect(text).not.toMatch(/48\.858|2\.294|accelerometer=|GET http.*[?&](x|lat|level)=/);
});

test('leaving the page releases the microphone, the camera, the position watch and the audio context', async ({ page }) => {
  await page.addInitScript(() => {
    const ledger = { tracks: [] as MediaStreamTrack[], watches: 0, contexts: [] as AudioContext[] };
    Object.assign(window, { ledger });
    const open = MediaDevices.prototype.getUserMedia;
    MediaDevices.prototype.getUserMedia = async function getUserMedia(constraints) {
      const stream = await open.call(this, constraints);
      ledger.tracks.push(...stream.getTracks());
      return stream;
    };
    const { watchPosition, clearWatch } = Geolocation.prototype;
    Geolocation.prototype.watchPosition = function watch(...given) {
      ledger.watches += 1;
      return watchPosition.apply(this, given);
    };
    Geolocation.prototype.clearWatch = function clear(id) {
      ledger.watches -= 1;
      clearWatch.call(this, id);
    };
    const Native = AudioContext;
    window.AudioContext = class extends Native {
      constructor() {
        super();
        ledger.contexts.push(this);
      }
    };
  });
  const held = () =>
    page.evaluate(() => {
      const { ledger } = globalThis as unknown as {
        ledger: { tracks: MediaStreamTrack[]; watches: number; contexts: AudioContext[] };
      };
      return {
        asked: ledger.tracks.length,
        tracks: ledger.tracks.filter(({ readyState }) => readyState === 'live').map(({ kind }) => kind),
        watches: ledger.watches,
        contexts: ledger.contexts.filter(({ state }) => state !== 'closed').length,
      };
    });
  const nothing = { tracks: [], watches: 0, contexts: 0 };
  await page.goto(PATH);
  await enableAll(page);
  await expect(card(page, 'location')).toHaveAttribute('data-state', 'live');
  // The camera was requested and closed again.
  expect(await held()).toEqual({ asked: 2, tracks: ['audio'], watches: 1, contexts: 1 });
  await page.getByRole('button', { name: 'Stop all' }).click();
  await expect.poll(held).toMatchObject(nothing);
  await expect(card(page, 'sound')).toHaveAttribute('data-state', 'tap');
  await expect(card(page, 'sound')).toContainText('Stopped. Tap to start it again.');

  await enableAll(page);
  await expect(card(page, 'sound')).toHaveAttribute('data-state', 'live');
  await expect(card(page, 'location')).toHaveAttribute('data-state', 'live');
  await page.getByRole('link', { name: 'Privacy' }).click();
  await expect(page).toHaveURL(/\/privacy$/);
  await expect.poll(held).toMatchObject(nothing);
});
