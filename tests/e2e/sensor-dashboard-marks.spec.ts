import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { fakeCameras, launchWith } from '../support/camera.ts';
import { ALL, card, openShakingByClock, picture, PLACE, SHAKE_INTERVAL } from '../support/dashboard.ts';
import { expect, test } from '../support/journey.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ALL, geolocation: PLACE });

async function downloadBy(page: Page, button: Locator) {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

test('a mark is shown on the chart, in its CSV and PNG, and in the recording', async ({ page }) => {
  await openShakingByClock(page);
  const recorder = page.getByRole('region', { name: 'Recorder' });
  await recorder.getByRole('button', { name: 'Record', exact: true }).click();
  await page.clock.runFor(2_000);
  await recorder.getByRole('textbox', { name: 'What is happening now' }).fill('Turned the corner');
  await page.keyboard.press('Enter');
  await expect(recorder.getByRole('status')).toContainText('Marked: Turned the corner.');
  await page.clock.runFor(1_000);
  await recorder.getByRole('button', { name: 'Mark this moment' }).click();
  await page.clock.runFor(1_000);
  await recorder.getByRole('button', { name: 'Stop recording' }).click();

  const chart = card(page, 'accelerometer');
  // A chart is drawn while it is in view, and paused as it was last drawn.
  await chart.scrollIntoViewIfNeeded();
  const surface = chart.locator('canvas');
  const drawn = await picture(surface);
  const drawnLater = async () => {
    await page.clock.runFor(SHAKE_INTERVAL);
    return picture(surface);
  };
  await expect.poll(drawnLater).not.toBe(drawn);
  await chart.getByRole('button', { name: 'Pause the Accelerometer chart' }).click();
  const png = await downloadBy(page, chart.getByRole('button', { name: 'Save PNG of the Accelerometer chart' }));
  expect(png.name).toBe('accelerometer-chart.png');
  // The pixels on the screen, with an opaque background.
  const differing = await surface.evaluate(
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
    [...png.content],
  );
  expect(differing).toEqual([0, 0, 0]);

  const shown = await downloadBy(page, chart.getByRole('button', { name: 'Save CSV of the Accelerometer chart' }));
  const marked = /,,,Turned the corner\r\n/;
  expect(shown.content.toString()).toMatch(marked);
  expect(shown.content.toString()).toMatch(/,,,Mark 2\r\n/);
  // A paused chart does not change while samples arrive.
  await page.clock.runFor(SHAKE_INTERVAL * 20);
  const again = await downloadBy(page, chart.getByRole('button', { name: 'Save CSV of the Accelerometer chart' }));
  expect(again.content.equals(shown.content)).toBe(true);

  const recording = await downloadBy(page, recorder.getByRole('button', { name: 'Save CSV' }));
  const rows = recording.content.toString().split('\r\n');
  expect(rows.find((row) => row.startsWith('t (s),'))).toMatch(/,mark$/);
  expect(rows.filter((row) => /,(Turned the corner|Mark 2)$/.test(row)).map((row) => Number.parseFloat(row))).toEqual([2, 3]);
});
