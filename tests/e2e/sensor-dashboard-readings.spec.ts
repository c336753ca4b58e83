import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessibleInAllColors } from '../support/accessible.ts';
import { fakeCameras, launchWith } from '../support/camera.ts';
import { ALL, card, cell, enableAll, expectNames, moving, picture, PLACE } from '../support/dashboard.ts';
import { expect, test } from '../support/journey.ts';

// The dashboard with the browser's own sensors, microphone and location. The flag adds the light sensor.
test.use({
  launchOptions: launchWith(fakeCameras(2), '--enable-features=GenericSensorExtraClasses'),
  permissions: [...ALL, 'ambient-light-sensor'],
  geolocation: PLACE,
});

/** Records what the page holds: microphone and camera tracks, position watches, audio contexts. */
const keepLedger = (page: Page) =>
  page.addInitScript(() => {
    // A blank page is not a secure context and has no devices.
    if (!window.isSecureContext) return;
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

const heldBy = (page: Page) =>
  page.evaluate(() => {
    const { ledger } = globalThis as unknown as {
      ledger: { tracks: MediaStreamTrack[]; watches: number; contexts: AudioContext[] };
    };
    return {
      tracks: ledger.tracks.filter(({ readyState }) => readyState === 'live').map(({ kind }) => kind),
      watches: ledger.watches,
      contexts: ledger.contexts.filter(({ state }) => state !== 'closed').length,
    };
  });
const NOTHING = { tracks: [], watches: 0, contexts: 0 };

interface Heard {
  readonly at: number;
  readonly x: number | null | undefined;
}
const heardBy = (page: Page) => page.evaluate(() => (globalThis as unknown as { heard: Heard[] }).heard);

/** Shakes the device while the page records, and returns the recorded file and the values that were set. */
async function recordWaves(page: Page, accelerate: (x: number) => Promise<void>) {
  await page.evaluate(() => {
    const heard: Heard[] = [];
    Object.assign(window, { heard });
    window.addEventListener('devicemotion', ({ timeStamp, accelerationIncludingGravity }) =>
      heard.push({ at: timeStamp, x: accelerationIncludingGravity?.x }),
    );
  });
  const recorder = page.getByRole('region', { name: 'Recorder' });
  await recorder.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(recorder.getByRole('button', { name: 'Stop recording' })).toBeVisible();
  const waves = Array.from({ length: 10 }, (_, step) => Math.round(30 * Math.sin(step / 1.5)) / 10);
  for (const wave of waves) {
    await accelerate(wave);
    // Until the browser has reported it, whatever its rate on this machine.
    await page.waitForFunction((x) => {
      const { heard } = globalThis as unknown as { heard: Heard[] };
      return Math.abs((heard.at(-1)?.x ?? Number.NaN) - x) < 0.051;
    }, wave);
  }
  await recorder.getByRole('button', { name: 'Stop recording' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    recorder.getByRole('button', { name: 'Save CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('sensor-recording.csv');
  return { waves, csv: await readFile(await download.path(), 'utf8') };
}

/** The rows of a recording that have an accelerometer value, and the accelerometer's measured rate. */
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

/** Expects a recording to contain each of the browser's events, in order and at their rate. */
function expectRecorded(csv: string, waves: readonly number[], heard: readonly Heard[]): void {
  const { hertz, rows } = accelerometerOf(csv);
  const tenths = (x: number | null | undefined) => (x ?? Number.NaN).toFixed(1);
  const begin = heard.findIndex((_, index) => rows.every(([x], row) => tenths(x) === tenths(heard[index + row]?.x)));
  expect(begin).toBeGreaterThanOrEqual(0);
  const span = (heard[begin + rows.length - 1]?.at ?? 0) - (heard[begin]?.at ?? 0);
  expect(Math.abs(hertz - ((rows.length - 1) * 1000) / span)).toBeLessThan(0.5);
  for (const [, , z] of rows) expect(z).toBeCloseTo(9.8, 5);
  let at = 0;
  for (const wave of waves) {
    const next = rows.findIndex(([x], row) => row >= at && Math.abs((x ?? Number.NaN) - wave) < 0.051);
    expect(next, `${wave} after row ${at}`).toBeGreaterThanOrEqual(0);
    at = next;
  }
}

test('every card shows what its sensor reads, a recording has each of the browser’s events, nothing leaves this device, axe finds nothing, and leaving the page releases everything', async ({
  page,
  context,
}) => {
  await keepLedger(page);
  const sent: string[] = [];
  const later: string[] = [];
  let isLoaded = false;
  page.on('request', (request) => {
    const text = `${request.method()} ${request.url()} ${request.postData() ?? ''}`;
    if (isLoaded && !request.url().startsWith('blob:')) later.push(text);
    sent.push(text);
  });
  page.on('websocket', (socket) => later.push(`websocket ${socket.url()}`));
  const client = await context.newCDPSession(page);
  await client.send('Emulation.setSensorOverrideEnabled', {
    type: 'ambient-light',
    enabled: true,
    metadata: { available: true },
  });
  await client.send('Emulation.setSensorOverrideReadings', { type: 'ambient-light', reading: { single: { value: 321 } } });
  const device = await moving(context, page);
  await expect(card(page, 'brightness')).toHaveAttribute('data-state', 'live');
  // Chromium rounds brightness to 50 lx, so that it does not reveal the content of a nearby screen.
  await expect(card(page, 'brightness').locator('[data-part=reading]')).toHaveText('300\u00a0lx');
  // Telemetry reports that the page was shown, and its release, before any sensor is requested.
  await expect.poll(() => sent.some((text) => text.includes('/api/telemetry'))).toBe(true);
  // The visitor's first input loads the code that measures the page's speed.
  await expect
    .poll(async () => {
      await page.mouse.move(20, 20);
      await page.mouse.move(40, 40);
      return sent.some((text) => /\/field-data-[\w-]+\.js /.test(text));
    })
    .toBe(true);
  await page.waitForLoadState('networkidle');
  isLoaded = true;

  await expect(cell(page, 'accelerometer', 'z')).toHaveText('9.80');
  await expect(cell(page, 'gyroscope', 'alpha')).toHaveText('10.0');
  await expect(card(page, 'accelerometer')).toContainText(/\d+\.\d\sHz/);
  // Turned 300° counterclockwise from north: the top points 60° clockwise of it.
  await expect(card(page, 'compass').locator('[data-part=wind]')).toHaveText('ENE');
  await expect(card(page, 'orientation')).toContainText('Away from level0.0°');
  await page.getByRole('button', { name: 'Set to zero: Accelerometer' }).click();
  for (const axis of ['x', 'y', 'z']) await expect(cell(page, 'accelerometer', axis)).toHaveText('0.00');
  await device.accelerate(2.5, -2, 9.8);
  await expect(cell(page, 'accelerometer', 'x')).toHaveText('1.00');
  await expect(cell(page, 'accelerometer', 'x', 2)).toHaveText('1.00');
  await page.getByRole('button', { name: 'Undo zero: Accelerometer' }).click();
  await expect(cell(page, 'accelerometer', 'x')).toHaveText('2.50');

  // A card requests only its own sensor.
  await page.getByRole('button', { name: 'Allow Location' }).press('Enter');
  const fields = card(page, 'location').getByRole('definition');
  await expect(fields).toHaveText(['48.858372°', '2.294481°', '± 12 m', 'Not available', 'Not available', 'Not available']);
  await expect(page.locator('[data-permission=location]')).toHaveAttribute('data-granted', 'true');
  await expect(page.locator('[data-permission=audio]')).toContainText('not asked yet');
  await client.send('Emulation.setGeolocationOverride', { ...PLACE, altitude: 35, speed: 10, heading: 270 });
  await expect(fields).toHaveText(['48.858372°', '2.294481°', '± 12 m', '35.0 m', '36.0 km/h', '270°']);

  await enableAll(page);
  for (const permission of ['motion', 'audio', 'camera', 'location']) {
    await expect(page.locator(`[data-permission=${permission}]`)).toContainText('allowed');
  }
  const sound = card(page, 'sound');
  await expect(sound).toHaveAttribute('data-state', 'live');
  // A busy machine samples the device less often than it beeps.
  const patience = { intervals: [100] };
  // The fake device beeps once per second; the third cell has the loudest sample so far.
  await expect.poll(async () => Number(await cell(page, 'sound', 'level', 2).textContent()), patience).toBeGreaterThan(1);
  await expect(cell(page, 'sound', 'loudness', 2)).toHaveText(/^\u2212?\d+\.\d$/);
  await sound.scrollIntoViewIfNeeded();
  for (const name of ['Sound level over the last 30 seconds, in percent', 'Spectrum of the sound, low frequencies on the left']) {
    const drawing = sound.getByRole('img', { name, exact: true });
    const still = await picture(drawing);
    await expect.poll(() => picture(drawing), patience).not.toBe(still);
  }
  await expectNames(page);
  // The camera was requested and closed again.
  expect(await heldBy(page)).toEqual({ tracks: ['audio'], watches: 1, contexts: 1 });

  const { waves, csv } = await recordWaves(page, (x) => device.accelerate(x, -2, 9.8));
  expect(csv).toContain(String(PLACE.latitude));
  expectRecorded(csv, waves, await heardBy(page));

  await page.getByText('How it works').click();
  await expectAccessibleInAllColors(page, 'the dashboard, live', [390, 1440, 820]);
  await page.getByRole('button', { name: 'Stop all' }).click();
  await expect.poll(() => heldBy(page)).toEqual(NOTHING);
  await expect(sound).toHaveAttribute('data-state', 'tap');
  await expect(sound).toContainText('Stopped. Tap to start it again.');
  await enableAll(page);
  await expect(sound).toHaveAttribute('data-state', 'live');
  await expect(card(page, 'location')).toHaveAttribute('data-state', 'live');
  expect(later, 'requests since the page was loaded').toEqual([]);

  await page.getByRole('link', { name: 'Privacy' }).click();
  await expect(page).toHaveURL(/\/privacy$/);
  await expect.poll(() => heldBy(page)).toEqual(NOTHING);
  await page.goto('about:blank');
  // A beacon from the closing page would have arrived by now, because the next document has started.
  for (const text of sent) expect(text).not.toMatch(/48\.858|2\.294|accelerometer=|GET http.*[?&](x|lat|level)=/);
});
