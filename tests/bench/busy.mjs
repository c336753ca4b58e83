// Response times of lists and reports while others upload the largest pictures and try passwords: each route is requested ten
// times a second, first alone, then alongside two clients that upload 16-megapixel pictures and two that keep trying passwords.
// `npm run bench -- busy`.
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { hashPassword } from '../../apps/api/dist/passwords/password-hash.js';
import { publishBuilt } from '../../tools/built-site.mjs';
import { makeGallery } from './gallery-rows.mjs';
import { pacedTimes } from './http-load.mjs';
import { startProcess, temporaryFolder } from './processes.mjs';
import { percentile, report, row } from './rows.mjs';

// From the API, because the benches have no image library.
const sharp = createRequire(resolve(import.meta.dirname, '../../apps/api/package.json'))('sharp');

process.chdir(resolve(import.meta.dirname, '../..'));

const MAX_P99_MS = 100;
const SECONDS = 10;
const EVERY_MS = 100;
const PICTURES = 1000;
const SIDE = 4096;
const PATHS = ['/api/kaleidoscope-submissions', '/api/kaleidoscope-submissions?exhibit=hexagon', '/api/weekly-egg-report'];

/** Noise compresses badly, so its 16.8 megapixels take the longest. */
async function makeLargePicture() {
  const noise = { type: 'gaussian', mean: 128, sigma: 4 };
  const picture = sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: '#888888', noise } });
  return `data:image/jpeg;base64,${(await picture.jpeg({ quality: 75 }).toBuffer()).toString('base64')}`;
}

/** Response times of a route, in milliseconds. */
function timesOf(url, path) {
  const end = performance.now() + SECONDS * 1000;
  return pacedTimes(url, path, EVERY_MS, () => performance.now() >= end);
}

const folder = temporaryFolder('busy');
const dataDir = join(folder, 'data');
await makeGallery(dataDir, PICTURES);
const imageData = await makeLargePicture();
const site = await startProcess(process.execPath, ['apps/api/dist/main.js'], {
  log: join(folder, 'site.log'),
  env: {
    ...(await publishBuilt(folder)),
    DATA_DIR: dataDir,
    PORT: '0',
    USDA_SOURCE: 'sample',
    TRUST_PROXY: '127.0.0.1',
    DRAFT_PASSWORD_HASH: hashPassword('correct horse battery staple'),
    GALLERY_UPLOADS_PER_MINUTE: '1000',
    GALLERY_UPLOADS_PER_DAY: '1000',
    // A slow machine must not make the site refuse requests: delays are measured.
    OVERLOAD_DELAY_MS: '10000',
  },
});

const measureAll = () => Promise.all(PATHS.map((path) => timesOf(site.url, path)));
await measureAll();
const alone = await measureAll();

// In a separate thread, because making bodies of ten megabytes would delay the handling of responses in this one.
const others = new Worker(join(import.meta.dirname, 'busy-others.mjs'), { workerData: { url: site.url, imageData } });
await once(others, 'message');
const during = await measureAll();
others.postMessage('stop');
const [done] = await once(others, 'message');
await site.stop();

console.log(`during ${done.uploads} uploads of 16.8-megapixel pictures and ${done.tries} password attempts in ${SECONDS} s`);
const rows = PATHS.map((path, index) => {
  const [p95, p99] = [percentile(during[index], 0.95), percentile(during[index], 0.99)];
  const peerFigure = percentile(alone[index], 0.99);
  console.log(`  ${path}: p95 ${p95.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; alone p99 ${peerFigure.toFixed(1)} ms`);
  const what = `p99 of ${path} during uploads and password attempts`;
  return row({ what, ours: p99, unit: 'ms', peer: 'alone', peerFigure, goal: `at most ${MAX_P99_MS} ms`, ok: p99 <= MAX_P99_MS });
});
report('busy', rows);
