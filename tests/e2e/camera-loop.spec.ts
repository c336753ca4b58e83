import type { Page } from '@playwright/test';
import { downloadPicture, fakeCameras, launchWith, readPicture } from '../support/camera.ts';
import { openCameraPage, takePicture } from '../support/camera-page.ts';
import { centerOf } from '../support/coded-capture.ts';
import type { Color } from '../support/coded-camera.ts';
import { COLLAGE_PAGES, type CollagePage } from '../support/collage-pages.ts';
import { expect, test } from '../support/journey.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ['camera'] });

const { optimal } = COLLAGE_PAGES;
const LOOP = 'Download as a loop';
const GROUND = { r: 8, g: 10, b: 20 };
/** Half the side of the square whose mean color is compared, which fits in the smallest cell. */
const REACH = 4;

interface LoopReading {
  readonly width: number;
  readonly height: number;
  readonly delays: readonly number[];
  readonly repeats: string;
  /** Colors at the points, by frame. */
  readonly colors: readonly (readonly Color[])[];
}

/** Part of WebCodecs, missing from TypeScript's DOM library. */
interface BrowserDecoder {
  readonly tracks: {
    readonly ready: Promise<void>;
    readonly selectedTrack: { readonly frameCount: number; readonly repetitionCount: number };
  };
  decode(options: { readonly frameIndex: number }): Promise<{ readonly image: VideoFrame }>;
}

/** Decodes a loop with the browser's own decoder; points are fractions of its size. */
function readLoop(page: Page, content: Buffer, points: readonly { x: number; y: number }[]): Promise<LoopReading> {
  return page.evaluate(
    async ({ bytes, places, half }) => {
      const { ImageDecoder } = window as unknown as { ImageDecoder: new (source: object) => BrowserDecoder };
      const decoder = new ImageDecoder({
        data: Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0)),
        type: 'image/gif',
      });
      await decoder.tracks.ready;
      const { frameCount, repetitionCount } = decoder.tracks.selectedTrack;
      const canvas = new OffscreenCanvas(1, 1);
      const context = canvas.getContext('2d', { willReadFrequently: true })!;
      const [delays, colors]: [number[], Color[][]] = [[], []];
      for (let frameIndex = 0; frameIndex < frameCount; frameIndex += 1) {
        const { image } = await decoder.decode({ frameIndex });
        delays.push((image.duration ?? 0) / 1000);
        if (frameIndex === 0) [canvas.width, canvas.height] = [image.displayWidth, image.displayHeight];
        context.drawImage(image, 0, 0);
        image.close();
        // Read once for all points: each read waits for the graphics process.
        const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
        colors.push(
          places.map(({ x, y }) => {
            const [left, top] = [Math.round(x * width) - half, Math.round(y * height) - half];
            const sum = [0, 0, 0];
            for (let row = top; row < top + 2 * half; row += 1)
              for (let column = left; column < left + 2 * half; column += 1)
                for (const channel of [0, 1, 2]) sum[channel]! += data[(row * width + column) * 4 + channel]!;
            const [r, g, b] = sum.map((total) => total / (2 * half) ** 2);
            return { r: r!, g: g!, b: b! };
          }),
        );
      }
      return { width: canvas.width, height: canvas.height, delays, repeats: String(repetitionCount), colors };
    },
    { bytes: content.toString('base64'), places: points, half: REACH },
  );
}

const distance = (one: Color, other: Color) =>
  Math.max(Math.abs(one.r - other.r), Math.abs(one.g - other.g), Math.abs(one.b - other.b));

/** Downloads the picture and the loop, and expects each frame to show one more photo of the picture. */
async function expectLoop(
  page: Page,
  { download, layout, count }: CollagePage,
): Promise<{ name: string; delays: readonly number[] }> {
  const picture = await downloadPicture(page, download);
  const { name, content } = await downloadPicture(page, LOOP);
  expect(content.byteLength).toBeLessThanOrEqual(5_000_000);
  // The middle of each cell, and other points. The last frame also fills the space between and around the cells.
  const everywhere = Array.from({ length: 400 }, (_, n) => ({
    x: (0.02 + (n % 20) / 20.8) * layout.width,
    y: (0.02 + Math.floor(n / 20) / 20.8) * layout.height,
  }));
  const places = [...layout.cells.map(centerOf), ...everywhere];
  const points = places.map(({ x, y }) => ({ x: x / layout.width, y: y / layout.height }));
  const { colors, repeats, delays, width } = await readLoop(page, content, points);
  const { colors: expected } = await readPicture(page, picture.content, places, (REACH * layout.width) / width);
  expect(repeats).toBe('Infinity');
  expect(colors).toHaveLength(count);
  const isOff = (color: Color, wanted: Color, tolerance: number) => distance(color, wanted) >= tolerance;
  const off = colors.flatMap((shown, photo) =>
    shown.slice(0, layout.cells.length).flatMap((color, cell) => {
      const isWrong = cell <= photo ? isOff(color, expected[cell]!, 16) : isOff(color, GROUND, 4);
      return isWrong ? [`cell ${cell + 1} after photo ${photo + 1}: ${JSON.stringify(color)}`] : [];
    }),
  );
  expect(off, 'cells that show neither their photo nor, before it joins, the background').toEqual([]);
  const missing = places.filter((_, n) => isOff(colors.at(-1)![n]!, expected[n]!, 16));
  expect(missing, 'where the last frame differs from the finished picture').toEqual([]);
  return { name, delays };
}

test('a collage is saved as a loop: one photo after another joins it, the picture stays, nothing is sent; a changed worker does not start; Cancel, a retake and leaving the page end a running one', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/integrity/);
  const { gallery } = await openCameraPage(page, optimal.path);
  await takePicture(page, optimal, { isShared: false });
  const loop = page.getByRole('button', { name: LOOP });

  // A worker whose script was changed.
  await page.route(/loop\.worker-/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()};postMessage({ file: new Blob(['changed']) });` });
  });
  await loop.click();
  await expect(page.getByRole('alert')).toHaveText(
    'The loop could not be made. The picture is unchanged: try again, or download the picture alone.',
  );
  await expect(page.getByRole('img', { name: 'Your collage of 12 photos' })).toBeVisible();
  await page.unroute(/loop\.worker-/);

  /** After `setDeaf(true)`, workers start but never receive their work. */
  const setDeaf = (isDeaf: boolean) =>
    page.evaluate((deaf) => {
      const kept = window as unknown as { send?: Worker['postMessage'] };
      kept.send ??= Worker.prototype.postMessage;
      Worker.prototype.postMessage = deaf ? () => {} : kept.send;
    }, isDeaf);
  const downloads: string[] = [];
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  const begin = async () => {
    await loop.click();
    await expect(page.getByText('Making the loop: 0%')).toBeVisible();
    await expect.poll(() => page.workers().length).toBe(1);
  };
  const dialog = page.getByRole('dialog', { name: 'Retake one tile' });
  await setDeaf(true);
  await begin();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: 'Cancel the loop' }).click();
  await expect(loop).toBeFocused();
  await expect.poll(() => page.workers().length).toBe(0);
  await begin();
  await page.getByRole('button', { name: 'Retake one tile' }).click();
  await expect.poll(() => page.workers().length).toBe(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await setDeaf(false);
  expect(downloads).toEqual([]);

  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  let workers = 0;
  page.on('worker', () => (workers += 1));
  const { name, delays } = await expectLoop(page, optimal);
  expect(name).toBe('rectangular-collage.gif');
  // The picture builds up in about four seconds.
  expect(delays).toEqual([...Array.from({ length: 11 }, () => 330), 2_000]);
  await expect(page.getByText(/^The loop is ready: (?:\d+ kB|[1-4]\.\d MB)$/)).toBeVisible();
  // Only the worker's own script and the shell's script that starts it; no data.
  const outside = requests.filter((request) => !/^GET \S*(?:loop\.worker|start-worker)-\S+\.js$/.test(request));
  expect(outside).toEqual([]);
  expect(gallery.tried).toEqual([]);
  // The loop is made once: another press downloads the same file, without a worker.
  expect((await downloadPicture(page, LOOP)).name).toBe(name);
  expect(workers).toBe(1);

  // After a retake, the loop has to be made again.
  await page.getByRole('button', { name: 'Retake one tile' }).click();
  await dialog.getByRole('button', { name: 'Take this tile' }).click();
  await expect(dialog).toHaveCount(0);
  await setDeaf(true);
  await begin();
  await page.getByRole('link', { name: optimal.back[0] }).click();
  await expect.poll(() => page.workers().length).toBe(0);
});
