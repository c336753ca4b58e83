// What taking pictures costs the page's main thread from Start to the result, and how late the photos are: two collages and the
// garden, with a fake camera. The peer is a bare page in the same browser that does the minimum: it draws the camera's picture
// into a canvas at the same pace, and encodes the canvas. `npm run bench -- captures`.
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowser } from '../../tools/browser.mjs';
import { startBuiltSite } from '../../tools/built-site.mjs';
import { longestTask } from './main-thread.mjs';
import { median, report, row } from './rows.mjs';

process.chdir(resolve(import.meta.dirname, '../..'));

const TURNS = 3;
const MAX_TASK_MS = 50;
/** The median photo may be this much later than on the bare page: a fifth of 125 ms. */
const MAX_EXTRA_DELAY_MS = 25;
const VIEWPORT = { width: 390, height: 844 };

/** The bare page takes `count` photos; the garden ends when it is full. */
const SERIES = [
  { name: '80 photos, 125 ms apart', path: '/projects/camera-optimal-80', intervalMs: 125, count: 80, size: [1600, 960] },
  { name: '100 photos, 10 ms apart', path: '/projects/camera-hexagon', intervalMs: 10, count: 100, size: [1000, 1000] },
  {
    name: 'a garden, a photo a second',
    path: '/projects/camera-kaleidoscope?seed=3',
    intervalMs: 1000,
    count: 7,
    size: [390, 844],
  },
];

/** Runs before the page's scripts: records when each photo is drawn. A photo that is redrawn in the same place counts once. */
function noteShots() {
  const shots = [];
  Object.assign(globalThis, { shots });
  let last = '';
  const draw = CanvasRenderingContext2D.prototype.drawImage;
  CanvasRenderingContext2D.prototype.drawImage = function drawAndNote(...args) {
    const place = `${args.slice(5).join()} ${this.canvas.isConnected || performance.now()}`;
    // The canvas with a role is the strip of thumbnails.
    if (args[0] instanceof HTMLVideoElement && !this.canvas.hasAttribute('role') && place !== last) {
      shots.push(performance.now());
      last = place;
    }
    Reflect.apply(draw, this, args);
  };
}

/** Median delay of the photos relative to the first one, in ms. */
const lateness = (shots, intervalMs) => median(shots.map((at, n) => Math.abs(at - shots[0] - n * intervalMs)));

async function ours(browser, context, url, { path, intervalMs }) {
  const page = await context.newPage();
  await page.addInitScript(noteShots);
  await page.goto(url + path);
  const isGarden = path.includes('kaleidoscope');
  if (isGarden) await page.getByRole('button', { name: 'Enable Camera' }).click();
  const start = page.locator('main button:enabled', { hasText: /^Start / });
  await start.waitFor();
  // The preview of a full garden is drawn first.
  if (isGarden) await page.locator('canvas[data-full]').waitFor();
  const task = await longestTask(browser, page, async () => {
    await start.click();
    if (!isGarden) await page.getByRole('button', { name: 'Take the photos' }).click();
    await page.getByRole('heading', { name: /Complete!$/ }).waitFor({ timeout: 0 });
  });
  const shots = await page.evaluate(() => globalThis.shots);
  await page.close();
  return { task, late: lateness(shots, intervalMs) };
}

/** Runs in the bare page. */
async function takePhotos({ intervalMs, count, size: [width, height] }) {
  const video = document.createElement('video');
  video.muted = true;
  video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { width: { ideal: 1920 }, height: { ideal: 1080 } } });
  await video.play();
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  document.body.append(video, canvas);
  const context = canvas.getContext('2d');
  const shots = [];
  const start = performance.now();
  for (let photo = 0; photo < count; photo += 1) {
    await new Promise((done) => setTimeout(done, Math.max(0, start + photo * intervalMs - performance.now())));
    shots.push(performance.now());
    context.drawImage(video, 0, 0, 160, 120, (photo % 10) * 100, Math.floor(photo / 10) * 100, 100, 100);
  }
  await new Promise((done) => canvas.toBlob(done, 'image/jpeg', 0.9));
  for (const track of video.srcObject.getTracks()) track.stop();
  return shots;
}

async function theirs(browser, context, url, series) {
  const page = await context.newPage();
  await page.goto(url);
  let shots;
  const task = await longestTask(browser, page, async () => {
    shots = await page.evaluate(takePhotos, series);
  });
  await page.close();
  return { task, late: lateness(shots, series.intervalMs) };
}

const site = await startBuiltSite(['shell', 'demos-cameras']);
const bare = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end('<!doctype html>'));
await new Promise((done) => bare.listen(0, '127.0.0.1', done));
const flags = ['--use-fake-device-for-media-stream=device-count=1,fps=30', '--no-sandbox', '--disable-gpu', '--disable-quic'];
const browser = await chromium.launch({ executablePath: findBrowser(), args: flags });
const context = await browser.newContext({ permissions: ['camera'], viewport: VIEWPORT });

const rows = [];
for (const series of SERIES) {
  const [our, their] = [[], []];
  for (let turn = 0; turn < TURNS; turn += 1) {
    our.push(await ours(browser, context, site.url, series));
    their.push(await theirs(browser, context, `http://127.0.0.1:${bare.address().port}`, series));
  }
  const add = (what, field, goal, isMet) => {
    const [mine, peerFigure] = [our, their].map((turns) => median(turns.map((turn) => turn[field])));
    const ok = isMet(mine, peerFigure);
    rows.push(
      row({ what: `captures: ${what}, ${series.name}`, ours: mine, unit: 'ms', peer: 'a bare page', peerFigure, goal, ok }),
    );
  };
  add('longest task', 'task', `under ${MAX_TASK_MS} ms`, (mine) => mine < MAX_TASK_MS);
  // Ten milliseconds is less than a frame: only the average pace of such photos can be kept.
  if (series.intervalMs > 10) {
    const goal = `at most ${MAX_EXTRA_DELAY_MS} ms later`;
    add('median delay of the photos', 'late', goal, (mine, peerFigure) => mine <= peerFigure + MAX_EXTRA_DELAY_MS);
  }
}
await browser.close();
bare.close();
await site.close();
report('captures', rows);
