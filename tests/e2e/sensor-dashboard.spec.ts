import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { aDevice, launchWith } from '../support/sensors.ts';
import { expect, test } from '../support/test.ts';

const PATH = '/projects/sensor-dashboard';
/** `SENSOR_RECORDING_SECONDS=60` makes the two recordings below the full minute that the product promises. */
const RECORDING_SECONDS = Number(process.env['SENSOR_RECORDING_SECONDS'] ?? 4);
const PLACE = { latitude: 48.858372, longitude: 2.294481, accuracy: 12 };
const ALL = ['microphone', 'camera', 'geolocation', 'accelerometer', 'gyroscope', 'magnetometer'];

const card = (page: Page, name: string) => page.locator(`[data-card=${name}]`);
const cell = (page: Page, name: string, column: string, index = 0) =>
  card(page, name).locator(`[data-column=${column}] td`).nth(index);
const enableAll = (page: Page) => page.getByRole('button', { name: 'ENABLE ALL SENSORS' }).click();
/** A canvas as a number: equal pictures, equal numbers. */
const picture = (canvas: Locator) =>
  canvas.evaluate((element: HTMLCanvasElement) =>
    [...element.toDataURL()].reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0, 7),
  );

/** Motion events at 60 Hz from the page itself, with what they said kept in `window.injected`. */
function shake(): void {
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

async function record(page: Page, seconds: number): Promise<string> {
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  const recorded = async () => {
    const [minutes, rest] = ((await page.locator('[data-part=clock]').textContent()) ?? '').split(':').map(Number);
    return (minutes ?? 0) * 60 + (rest ?? 0);
  };
  await expect.poll(recorded, { timeout: (seconds + 30) * 1000 }).toBeGreaterThanOrEqual(seconds);
  await page.getByRole('button', { name: 'Stop recording' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('region', { name: 'Recorder' }).getByRole('button', { name: 'Save CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('sensor-recording.csv');
  return readFile(await download.path(), 'utf8');
}

/** The rows of a recording in which the accelerometer spoke, and its measured rate. */
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

test('a recording at 55 Hz or more is the injected waveform, sample by sample', async ({ page }) => {
  test.setTimeout((RECORDING_SECONDS + 60) * 1000);
  await page.addInitScript(shake);
  await page.goto(PATH);
  await expect(card(page, 'accelerometer')).toHaveAttribute('data-state', 'live');
  const { hertz, rows } = accelerometerOf(await record(page, RECORDING_SECONDS));
  expect(hertz).toBeGreaterThanOrEqual(55);
  expect(rows.length).toBeGreaterThanOrEqual(55 * RECORDING_SECONDS);
  const injected = await page.evaluate(() => (globalThis as unknown as { injected: number[][] }).injected);
  const begin = injected.findIndex((_, index) =>
    rows.slice(0, 50).every((row, at) => row.join() === injected[index + at]?.join()),
  );
  expect(begin).toBeGreaterThanOrEqual(0);
  expect(rows).toEqual(injected.slice(begin, begin + rows.length));

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

test('a recording of the browser’s own sensors holds what they were set to, to their 0.1', async ({ browser, site }) => {
  test.setTimeout((RECORDING_SECONDS + 60) * 1000);
  const context = await browser.newContext({ permissions: ALL });
  const page = await context.newPage();
  const device = await moving(context, page, site.url);
  await page.evaluate(() => {
    const heard: [number, number | null | undefined][] = [];
    Object.assign(window, { heard });
    window.addEventListener('devicemotion', ({ timeStamp, accelerationIncludingGravity }) =>
      heard.push([timeStamp, accelerationIncludingGravity?.x]),
    );
  });
  const set: number[] = [1.5];
  const over = new AbortController();
  const motion = (async () => {
    for (let step = 0; !over.signal.aborted; step += 1) {
      const x = Math.round(30 * Math.sin(step / 5)) / 10;
      set.push(x);
      await device.accelerate(x, -2, 9.8);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
  })();
  const { hertz, rows } = accelerometerOf(await record(page, RECORDING_SECONDS));
  over.abort();
  await motion;
  // Every event that the browser gave is there, at the browser's own rate, which is 60 Hz where the machine keeps up.
  const heard = await page.evaluate(() => (globalThis as unknown as { heard: [number, number][] }).heard);
  const tenths = (x: number | undefined) => (x ?? Number.NaN).toFixed(1);
  const begin = heard.findIndex((_, index) => rows.every(([x], row) => tenths(x) === tenths(heard[index + row]?.[1])));
  expect(begin).toBeGreaterThanOrEqual(0);
  const span = (heard[begin + rows.length - 1]?.[0] ?? 0) - (heard[begin]?.[0] ?? 0);
  expect(Math.abs(hertz - ((rows.length - 1) * 1000) / span)).toBeLessThan(0.5);
  let at = 0;
  for (const [x, , z] of rows) {
    expect(z).toBeCloseTo(9.8, 5);
    // Each value is one that was set, in the order in which they were set.
    const next = set.findIndex((value, index) => index >= at && Math.abs(value - (x ?? Number.NaN)) < 0.051);
    expect(next, `${x} after ${set[at]}`).toBeGreaterThanOrEqual(0);
    at = next;
  }
  expect(new Set(rows.map(([x]) => x)).size).toBeGreaterThan(10);
  await context.close();
});

test('nothing leaves this device: live, recording and saving, the page makes not one request', async ({ site }) => {
  test.slow();
  const browser = await launchWith(['--use-fake-device-for-media-stream']);
  const context = await browser.newContext({ permissions: ALL, geolocation: PLACE, acceptDownloads: true });
  const page = await context.newPage();
  await page.addInitScript(shake);
  const loaded: string[] = [];
  const later: string[] = [];
  let isLoaded = false;
  page.on('request', (request) => {
    const text = `${request.method()} ${request.url()} ${request.postData() ?? ''}`;
    if (isLoaded && !request.url().startsWith('blob:')) later.push(text);
    loaded.push(text);
  });
  page.on('websocket', (socket) => later.push(`websocket ${socket.url()}`));
  await page.goto(site.url + PATH);
  await expect(page.getByText('Nothing leaves this device.')).toBeVisible();
  await expect(page.getByText('Every reading stays in this page.')).toBeVisible();
  await page.waitForLoadState('networkidle');
  isLoaded = true;
  await enableAll(page);
  for (const sensor of ['accelerometer', 'gyroscope', 'sound', 'location']) {
    await expect(card(page, sensor)).toHaveAttribute('data-state', 'live', { timeout: 12_000 });
  }
  const csv = await record(page, 2);
  expect(csv).toContain(String(PLACE.latitude));
  await page.getByRole('button', { name: 'Save CSV of the Accelerometer chart' }).click();
  await page.getByRole('button', { name: 'Stop all' }).click();
  await page.goto('about:blank');
  // A beacon of the closing page would be seen by now: the next document has begun.
  expect(later.filter((text) => !text.includes('about:blank'))).toEqual([]);
  for (const text of loaded) expect(text).not.toMatch(/48\.858|2\.294|accelerometer=|GET http.*[?&](x|lat|level)=/);
  await browser.close();
});

test('leaving gives back the microphone, the camera, the watch and the audio context', async ({ site }) => {
  test.slow();
  const browser = await launchWith(['--use-fake-device-for-media-stream']);
  const context = await browser.newContext({ permissions: ALL, geolocation: PLACE });
  const page = await context.newPage();
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
  await page.goto(site.url + PATH);
  await enableAll(page);
  await expect(card(page, 'location')).toHaveAttribute('data-state', 'live', { timeout: 12_000 });
  // The camera was asked for and closed again.
  expect(await held()).toEqual({ asked: 2, tracks: ['audio'], watches: 1, contexts: 1 });
  await page.getByRole('button', { name: 'Stop all' }).click();
  await expect.poll(held).toMatchObject(nothing);
  await expect(card(page, 'sound')).toHaveAttribute('data-state', 'tap');
  await expect(card(page, 'sound')).toContainText('Stopped. Tap to start it again.');

  await enableAll(page);
  await expect(card(page, 'sound')).toHaveAttribute('data-state', 'live', { timeout: 12_000 });
  await expect(card(page, 'location')).toHaveAttribute('data-state', 'live');
  await page.getByRole('link', { name: 'Privacy' }).click();
  await expect(page).toHaveURL(/\/privacy$/);
  await expect.poll(held).toMatchObject(nothing);
  await browser.close();
});

test('the sound of a microphone moves percent, dBFS, chart and spectrum', async ({ site }) => {
  test.slow();
  const browser = await launchWith(['--use-fake-device-for-media-stream']);
  const context = await browser.newContext({ permissions: ['microphone'] });
  const page = await context.newPage();
  await page.goto(site.url + PATH);
  await page.getByRole('button', { name: 'Allow Sound level' }).click();
  await expect(card(page, 'sound')).toHaveAttribute('data-state', 'live');
  // The fake device beeps once a second.
  await expect
    .poll(async () => Number(await cell(page, 'sound', 'level', 2).textContent()), { timeout: 10_000 })
    .toBeGreaterThan(1);
  await expect(cell(page, 'sound', 'loudness', 2)).toHaveText(/^\u2212?\d+\.\d$/);
  const spectrum = card(page, 'sound').getByRole('img', { name: /^Spectrum/ });
  const still = await picture(spectrum);
  await expect.poll(() => picture(spectrum)).not.toBe(still);
  await browser.close();
});

async function moving(context: BrowserContext, page: Page, url: string) {
  const device = await aDevice(context, page);
  await device.accelerate(1.5, -2, 9.8);
  await device.turn(10, 20, 30);
  await device.lie(300);
  await page.goto(url + PATH);
  await expect(card(page, 'accelerometer')).toHaveAttribute('data-state', 'live', { timeout: 15_000 });
  return device;
}

test('accelerometer, gyroscope, compass and level read what the sensors say; zero makes it 0', async ({ browser, site }) => {
  const context = await browser.newContext({ permissions: ALL });
  const page = await context.newPage();
  const device = await moving(context, page, site.url);
  await expect(cell(page, 'accelerometer', 'x')).toHaveText('1.50');
  await expect(cell(page, 'accelerometer', 'y')).toHaveText('\u22122.00');
  await expect(cell(page, 'accelerometer', 'z')).toHaveText('9.80');
  await expect(cell(page, 'gyroscope', 'alpha')).toHaveText('10.0');
  await expect(cell(page, 'gyroscope', 'beta')).toHaveText('20.0');
  await expect(cell(page, 'gyroscope', 'gamma')).toHaveText('30.0');
  await expect(card(page, 'accelerometer')).toContainText(/\d+\.\d\sHz/);
  // Turned 300° counter-clockwise from north: the top points 60° clockwise of it.
  await expect(card(page, 'compass').locator('[data-part=heading]')).toHaveText('60°');
  await expect(card(page, 'compass').locator('[data-part=wind]')).toHaveText('ENE');
  await expect(card(page, 'orientation')).toContainText('Away from level0.0°');

  await page.getByRole('button', { name: 'Set to zero Accelerometer' }).click();
  for (const axis of ['x', 'y', 'z']) await expect(cell(page, 'accelerometer', axis)).toHaveText('0.00');
  await device.accelerate(2.5, -2, 9.8);
  await expect(cell(page, 'accelerometer', 'x')).toHaveText('1.00');
  await expect(cell(page, 'accelerometer', 'x', 2)).toHaveText('1.00');
  await page.getByRole('button', { name: 'Undo zero Accelerometer' }).click();
  await expect(cell(page, 'accelerometer', 'x')).toHaveText('2.50');
  await context.close();
});

test('location in all its fields: 10 m/s is 36.0 km/h', async ({ browser, site }) => {
  const context = await browser.newContext({ permissions: ['geolocation'], geolocation: PLACE });
  const page = await context.newPage();
  await page.goto(site.url + PATH);
  await page.getByRole('button', { name: 'Allow Location' }).click();
  const fields = card(page, 'location').getByRole('definition');
  await expect(fields).toHaveText(['48.858372°', '2.294481°', '± 12 m', 'Not available', 'Not available', 'Not available']);
  const client = await context.newCDPSession(page);
  const there = { ...PLACE, altitude: 35, speed: 10, heading: 270 };
  await client.send('Emulation.setGeolocationOverride', there);
  await expect(fields).toHaveText(['48.858372°', '2.294481°', '± 12 m', '35.0 m', '36.0 km/h', '270°']);
  await context.close();
});

/** How many pixels of a chart carry a line's colour: those that are neither grey nor empty. */
const colours = (canvas: Locator) =>
  canvas.evaluate((element: HTMLCanvasElement) => {
    // A copy: the page's own canvas stays where it is fast to draw.
    const copy = new OffscreenCanvas(element.width, element.height).getContext('2d', { willReadFrequently: true })!;
    copy.drawImage(element, 0, 0);
    const { data } = copy.getImageData(0, 0, element.width, element.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) {
      const [r, g, b] = [data[i]!, data[i + 1]!, data[i + 2]!];
      if (data[i + 3]! > 100 && Math.max(r, g, b) - Math.min(r, g, b) > 60) count += 1;
    }
    return count;
  });

test('a chart draws, stands while paused, goes on, and still draws after Clear', async ({ page }) => {
  await page.addInitScript(shake);
  await page.goto(PATH);
  const chart = card(page, 'accelerometer').getByRole('img', { name: 'Accelerometer over the last 30 seconds, in m/s²' });
  await chart.scrollIntoViewIfNeeded();
  await expect.poll(() => colours(chart)).toBeGreaterThan(100);

  const scale = page.getByRole('combobox', { name: 'Scale of the Accelerometer chart' });
  await scale.selectOption('±12 m/s²');
  const pause = page.getByRole('button', { name: 'Pause the Accelerometer chart' });
  await pause.click();
  await expect(pause).toHaveAttribute('aria-pressed', 'true');
  const still = await picture(chart);
  const number = await cell(page, 'accelerometer', 'x').textContent();
  await expect(cell(page, 'accelerometer', 'x')).not.toHaveText(number ?? '');
  expect(await picture(chart)).toBe(still);
  await scale.selectOption('±40 m/s²');
  await expect.poll(() => picture(chart)).not.toBe(still);
  await pause.click();
  await expect(pause).toHaveAttribute('aria-pressed', 'false');

  await page.getByRole('button', { name: 'Clear the Accelerometer chart' }).click();
  const after = await colours(chart);
  await expect.poll(() => colours(chart)).toBeGreaterThan(after + 50);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save CSV of the Accelerometer chart' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('accelerometer-chart.csv');
});

test('Pause motion stills the drawings, and the numbers go on; reduced motion begins so', async ({ page }) => {
  await page.addInitScript(shake);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(PATH);
  await expect(page.getByText('Motion is paused: drawings stand still')).toBeVisible();
  const chart = card(page, 'accelerometer').getByRole('img');
  await chart.scrollIntoViewIfNeeded();
  await expect(card(page, 'accelerometer')).toHaveAttribute('data-state', 'live');
  // Until the still has been drawn in its final size.
  let still = 0;
  await expect
    .poll(async () => {
      const before = still;
      still = await picture(chart);
      return still === before;
    })
    .toBe(true);
  const number = await cell(page, 'accelerometer', 'x').textContent();
  await expect(cell(page, 'accelerometer', 'x')).not.toHaveText(number ?? '');
  expect(await picture(chart)).toBe(still);
  await page.getByRole('button', { name: 'Resume motion' }).click();
  // Only what is in view is drawn.
  await chart.scrollIntoViewIfNeeded();
  await expect.poll(() => picture(chart)).not.toBe(still);
});

test('sixty samples a second cause five updates of the page a second, not sixty', async ({ page }) => {
  await page.addInitScript(shake);
  await page.goto(PATH);
  await expect(card(page, 'accelerometer')).toHaveAttribute('data-state', 'live');
  const updates = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let count = 0;
        const observer = new MutationObserver(() => (count += 1));
        observer.observe(document.querySelector('[data-card=accelerometer]')!, {
          subtree: true,
          characterData: true,
          childList: true,
        });
        setTimeout(() => resolve(count), 2000);
      }),
  );
  expect(updates).toBeGreaterThan(3);
  expect(updates).toBeLessThanOrEqual(14);
});

for (const [scheme, width] of [
  ['light', 390],
  ['dark', 390],
  ['light', 1440],
  ['dark', 1440],
  ['forced colours', 820],
] as const) {
  test(`live, axe finds nothing in ${scheme} at ${width} px, and nothing runs off the side`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia(scheme === 'forced colours' ? { forcedColors: 'active' } : { colorScheme: scheme });
    await page.addInitScript(shake);
    await page.goto(PATH);
    await enableAll(page);
    await expect(card(page, 'accelerometer')).toHaveAttribute('data-state', 'live');
    await page.getByText('How it works').click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
    const { violations } = await page.evaluate(() =>
      (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
    );
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([]);
  });
}

test('by keyboard alone: enable, record, stop, and what has the focus is never behind the footer', async ({ page }) => {
  await page.addInitScript(shake);
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto(PATH);
  await expect(card(page, 'accelerometer')).toHaveAttribute('data-state', 'live');
  await page.getByRole('button', { name: 'ENABLE ALL SENSORS' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-permission=location]')).not.toContainText('not asked yet');
  const button = page.getByRole('button', { name: 'Record', exact: true });
  while (!(await button.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Stop recording' })).toBeFocused();
  await page.keyboard.press('Enter');
  for (let press = 0; press < 14; press += 1) {
    await page.keyboard.press('Tab');
    const isHidden = await page.evaluate(() => {
      const box = document.activeElement!.getBoundingClientRect();
      const footer = document.querySelector('footer[aria-label=Permissions]')!.getBoundingClientRect();
      return box.bottom > footer.top + 1 && box.top < footer.bottom && document.activeElement!.closest('main') !== null;
    });
    expect(isHidden).toBe(false);
  }
});
