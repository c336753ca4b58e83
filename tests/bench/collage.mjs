// How many of the camera's frames a collage gets in its fast mode: a hundred shots, one every 10 ms, and the same with "Every
// tile a new frame". The camera plays a video whose brightness encodes the frame's number, which is read back from the picture
// that the gallery stores. The peer is the camera itself, counted on a bare page in the same browser. `npm run bench -- collage`.
import { createServer } from 'node:http';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { migrateSite } from '../../apps/api/dist/commands/migrate.command.js';
import { findBrowser } from '../../tools/browser.mjs';
import { publishBuilt } from '../../tools/built-site.mjs';
import { startProcess, temporaryFolder } from './processes.mjs';
import { median, report, row } from './rows.mjs';

process.chdir(resolve(import.meta.dirname, '../..'));

const RATES = [30, 60];
const MODES = [
  { name: 'every 10 ms', onlyNewFrames: false },
  { name: 'every tile a new frame', onlyNewFrames: true },
];
const TURNS = 3;
/** A hundred distinct frames may take 1.05 times as long as the camera needs for them. */
const MIN_SHARE = 1 / 1.05;
const CAMERA = { width: 640, height: 480 };
/** Brightness of frame n: `first` + `step` × (n modulo `count`); the steps survive two JPEG encodings. */
const CODES = { count: 24, first: 92, step: 3 };
/** Chromium shows the first frame twice when the file restarts, so the file has more frames than a collage takes. */
const FRAMES = 6 * CODES.count;
const SHOTS = 100;
const GRID = 10;
/** A collage's request to the camera. */
const REQUESTED = { width: { ideal: 1920 }, height: { ideal: 1080 }, frameRate: { ideal: 60 } };
const COUNTED_MS = 3000;

function writeVideo(path, fps) {
  const file = openSync(path, 'w');
  writeSync(file, `YUV4MPEG2 W${CAMERA.width} H${CAMERA.height} F${fps}:1 Ip A1:1 C420\n`);
  const color = Buffer.alloc((CAMERA.width * CAMERA.height) / 2, 128);
  for (let frame = 0; frame < FRAMES; frame += 1) {
    const luma = Buffer.alloc(CAMERA.width * CAMERA.height, CODES.first + (frame % CODES.count) * CODES.step);
    for (const part of [Buffer.from('FRAME\n'), luma, color]) writeSync(file, part);
  }
  closeSync(file);
}

/** Frames per second of the camera on a page that does nothing else. */
async function cameraRate(context, url) {
  const page = await context.newPage();
  await page.goto(url);
  const rate = await page.evaluate(
    async ({ requested, milliseconds }) => {
      const stream = await navigator.mediaDevices.getUserMedia({ video: requested });
      const [track] = stream.getVideoTracks();
      const reader = new globalThis.MediaStreamTrackProcessor({ track }).readable.getReader();
      let [first, last, frames] = [0, 0, -1];
      while (frames < 0 || last - first < milliseconds) {
        const { value } = await reader.read();
        value.close();
        last = performance.now();
        first ||= last;
        frames += 1;
      }
      track.stop();
      return (1000 * frames) / (last - first);
    },
    { requested: REQUESTED, milliseconds: COUNTED_MS },
  );
  await page.close();
  return rate;
}

/** Runs before the collage page's scripts: records when each photo is drawn into the picture. */
function noteShots() {
  const shots = [];
  Object.assign(globalThis, { shots });
  const draw = CanvasRenderingContext2D.prototype.drawImage;
  CanvasRenderingContext2D.prototype.drawImage = function drawAndNote(...args) {
    if (args[0] instanceof HTMLVideoElement && args.length === 9 && this.canvas.isConnected) shots.push(performance.now());
    Reflect.apply(draw, this, args);
  };
}

/** Mean brightness of the middle of each tile, in reading order. */
async function readTiles({ url, grid }) {
  const bitmap = await createImageBitmap(await (await fetch(url)).blob());
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.drawImage(bitmap, 0, 0);
  const [width, height] = [bitmap.width / grid, bitmap.height / grid];
  return Array.from({ length: grid * grid }, (_, tile) => {
    const left = Math.round(((tile % grid) + 0.3) * width);
    const top = Math.round((Math.floor(tile / grid) + 0.3) * height);
    const { data } = context.getImageData(left, top, Math.round(0.4 * width), Math.round(0.4 * height));
    let sum = 0;
    for (let i = 0; i < data.length; i += 4) sum += 16 + 0.256788 * data[i] + 0.504129 * data[i + 1] + 0.097906 * data[i + 2];
    return sum / (data.length / 4);
  });
}

/** Distinct frames per second of one collage, in the picture stored by the server. */
async function collageRate(context, url, onlyNewFrames) {
  const page = await context.newPage();
  await page.addInitScript(noteShots);
  await page.goto(`${url}/projects/camera-squares`);
  if (onlyNewFrames) {
    await page.getByText('Shooting options', { exact: true }).click();
    await page.getByRole('switch', { name: 'Every tile a new frame' }).check();
  }
  await page.getByRole('button', { name: 'Start Camera' }).click();
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('-submissions'),
  );
  await page.getByRole('button', { name: 'Take the photos' }).click();
  const { imageUrl } = await (await saved).json();
  const shots = await page.evaluate(() => globalThis.shots);
  const tiles = await page.evaluate(readTiles, { url: imageUrl, grid: GRID });
  await page.close();
  if (shots.length < SHOTS) throw new Error(`only ${shots.length} photos were drawn`);
  const codes = tiles.map((brightness) => Math.round((brightness - CODES.first) / CODES.step));
  const changes = codes.slice(1).filter((code, index) => code !== codes[index]).length;
  const seconds = (shots.at(-1) - shots[0]) / 1000;
  console.log(`${SHOTS} shots, ${changes + 1} distinct frames in ${seconds.toFixed(2)} s`);
  return changes / seconds;
}

const folder = temporaryFolder('collage');
const env = {
  ...(await publishBuilt(folder, ['shell', 'demos-cameras'])),
  DATA_DIR: join(folder, 'data'),
  PORT: '0',
  GALLERY_UPLOADS_PER_MINUTE: '1000',
};
await migrateSite(env);
const site = await startProcess(process.execPath, ['apps/api/dist/main.js'], { log: join(folder, 'site.log'), env });
const bare = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end('<!doctype html>'));
await new Promise((done) => bare.listen(0, '127.0.0.1', done));

const rows = [];
for (const fps of RATES) {
  const video = join(folder, 'camera.y4m');
  writeVideo(video, fps);
  const flags = ['--use-fake-device-for-media-stream=device-count=1', `--use-file-for-fake-video-capture=${video}`];
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu', ...flags] });
  const context = await browser.newContext({ permissions: ['camera'] });
  const camera = [];
  const collage = MODES.map(() => []);
  for (let turn = 0; turn < TURNS; turn += 1) {
    camera.push(await cameraRate(context, `http://127.0.0.1:${bare.address().port}`));
    for (const [index, { onlyNewFrames }] of MODES.entries())
      collage[index].push(await collageRate(context, site.url, onlyNewFrames));
  }
  await browser.close();
  const peerFigure = median(camera);
  for (const [index, { name }] of MODES.entries()) {
    const ours = median(collage[index]);
    const what = `collage: distinct frames, ${name}, ${fps}-fps camera`;
    const goal = `at least ${MIN_SHARE.toFixed(2)}× the peer`;
    rows.push(
      row({ what, ours, unit: 'frames/s', peer: 'the camera itself', peerFigure, goal, ok: ours >= MIN_SHARE * peerFigure }),
    );
  }
}
bare.close();
await site.stop();
report('collage', rows);
