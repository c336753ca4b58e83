import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { fakeCameras, launchWith } from '../support/camera.ts';
import { ALL, card, cell, openShakingByClock, picture, PLACE, SHAKE_INTERVAL } from '../support/dashboard.ts';
import { expect, test } from '../support/journey.ts';

// The dashboard with the test's own clock. `sensor-store.test.ts` checks that a recording is what the sensor reported.

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ALL, geolocation: PLACE });

/** The number of a chart's pixels that have a line's color, that is, are neither gray nor empty. */
const colors = (canvas: Locator) =>
  canvas.evaluate((element: HTMLCanvasElement) => {
    // A copy, because reading back the page's own canvas would make it slow.
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

async function downloadBy(page: Page, button: Locator) {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

/** How a saved picture differs from a canvas on its opaque background: in width, height and colors. */
const differences = (surface: Locator, png: Buffer) =>
  surface.evaluate(
    async (canvas: HTMLCanvasElement, bytes) => {
      const saved = await createImageBitmap(new Blob([Uint8Array.from(bytes)]));
      const [seen, read] = [canvas, saved].map((image) => {
        const context = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')!;
        context.fillStyle = getComputedStyle(canvas).getPropertyValue('--ground');
        context.fillRect(0, 0, canvas.width, canvas.height);
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, canvas.width, canvas.height).data;
      });
      return [
        saved.width - canvas.width,
        saved.height - canvas.height,
        seen!.filter((value, at) => Math.abs(value - read![at]!) > 2).length,
      ];
    },
    [...png],
  );

test('a chart draws, stops while paused, resumes, and still draws after Clear; a mark is in its CSV and PNG, and in the recording; with motion paused, drawings stand still while numbers keep changing', async ({
  page,
}) => {
  await openShakingByClock(page);
  const chart = card(page, 'accelerometer');
  const surface = chart.getByRole('img', { name: 'Accelerometer over the last 30 seconds, in m/s²' });
  const recorder = page.getByRole('region', { name: 'Recorder' });
  await surface.scrollIntoViewIfNeeded();
  /** What something is, a tenth of a second of samples later. */
  const later = async <T>(read: () => Promise<T>) => {
    await page.clock.runFor(100);
    return read();
  };
  await page.clock.runFor(2_000);
  await expect.poll(() => later(() => colors(surface))).toBeGreaterThan(100);

  const scale = page.getByRole('combobox', { name: 'Scale of the Accelerometer chart' });
  await scale.selectOption('±12 m/s²');
  const pause = page.getByRole('button', { name: 'Pause the Accelerometer chart' });
  await pause.click();
  await expect(pause).toHaveAttribute('aria-pressed', 'true');
  const x = cell(page, 'accelerometer', 'x');
  /** The drawing, once it has stopped changing: the browser says when a chart is in view, whatever the test's clock says. */
  const settled = async () => {
    let last: number | undefined;
    const isSettled = async () => {
      const before = last;
      last = await later(() => picture(surface));
      return last === before;
    };
    await expect.poll(isSettled).toBe(true);
    return last;
  };
  /** While samples arrive for a second or more, the number changes and the drawing does not. */
  const expectStill = async () => {
    const still = await settled();
    const number = await x.textContent();
    await page.clock.runFor(1_000);
    // The device moves to and fro, so after any one time the number may be the same again.
    await expect.poll(() => later(() => x.textContent())).not.toBe(number);
    expect(await picture(surface)).toBe(still);
    return still;
  };
  const still = await expectStill();
  await scale.selectOption('±40 m/s²');
  await expect.poll(settled).not.toBe(still);
  await pause.click();
  await expect(pause).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('button', { name: 'Clear the Accelerometer chart' }).click();
  await page.clock.runFor(100);
  const after = await colors(surface);

  await recorder.getByRole('button', { name: 'Record', exact: true }).click();
  await page.clock.runFor(2_000);
  await recorder.getByRole('textbox', { name: 'What is happening now' }).fill('Turned the corner');
  await page.keyboard.press('Enter');
  await expect(recorder.getByRole('status')).toContainText('Marked: Turned the corner.');
  await page.clock.runFor(1_000);
  await recorder.getByRole('button', { name: 'Mark this moment' }).click();
  await page.clock.runFor(1_000);
  await recorder.getByRole('button', { name: 'Stop recording' }).click();
  // A chart is drawn only while it is in view, and a paused one stays as it was last drawn.
  await surface.scrollIntoViewIfNeeded();
  await expect.poll(() => later(() => colors(surface))).toBeGreaterThan(after + 50);

  await pause.click();
  const png = await downloadBy(page, chart.getByRole('button', { name: 'Save PNG of the Accelerometer chart' }));
  expect(png.name).toBe('accelerometer-chart.png');
  expect(await differences(surface, png.content)).toEqual([0, 0, 0]);
  const saveCsv = chart.getByRole('button', { name: 'Save CSV of the Accelerometer chart' });
  const shown = await downloadBy(page, saveCsv);
  expect(shown.name).toBe('accelerometer-chart.csv');
  expect(shown.content.toString()).toMatch(/,,,Turned the corner\r\n/);
  expect(shown.content.toString()).toMatch(/,,,Mark 2\r\n/);
  // A paused chart does not change while samples arrive.
  await page.clock.runFor(SHAKE_INTERVAL * 20);
  expect((await downloadBy(page, saveCsv)).content.equals(shown.content)).toBe(true);
  const recording = await downloadBy(page, recorder.getByRole('button', { name: 'Save CSV' }));
  const rows = recording.content.toString().split('\r\n');
  expect(rows.find((row) => row.startsWith('t (s),'))).toMatch(/,mark$/);
  expect(rows.filter((row) => /,(Turned the corner|Mark 2)$/.test(row)).map((row) => Number.parseFloat(row))).toEqual([2, 3]);

  await pause.click();
  await page.getByRole('button', { name: 'Pause motion' }).click();
  await expect(page.getByText('Motion is paused: drawings stand still')).toBeVisible();
  // Only what is visible is drawn.
  await surface.scrollIntoViewIfNeeded();
  await page.clock.runFor(100);
  const paused = await expectStill();
  await page.getByRole('button', { name: 'Resume motion' }).click();
  await surface.scrollIntoViewIfNeeded();
  await expect.poll(() => later(() => picture(surface))).not.toBe(paused);

  // With the keyboard only: enable, record, stop; the focused element is never behind the footer.
  await page.setViewportSize({ width: 390, height: 700 });
  await page.getByRole('button', { name: 'ENABLE ALL SENSORS' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-permission=location]')).not.toContainText('not asked yet');
  const record = page.getByRole('button', { name: 'Record', exact: true });
  while (!(await record.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab');
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
