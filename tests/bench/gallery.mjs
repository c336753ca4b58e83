// Whether the gallery's list gets slower as the gallery grows: its first and its last page with 1,000 and with 100,000 pictures,
// each on its own server with rows and files, after the sweep that runs at startup. The servers take turns; one request at a
// time, uncompressed. `npm run bench -- gallery`.
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeCursor } from '../../apps/api/dist/gallery/cursor.js';
import { publishBuilt } from '../../tools/built-site.mjs';
import { makeGallery, SWEPT } from './gallery-rows.mjs';
import { getResponse, load } from './http-load.mjs';
import { startProcess, temporaryFolder } from './processes.mjs';
import { median, report, row } from './rows.mjs';

process.chdir(resolve(import.meta.dirname, '../..'));

const [SMALL, LARGE] = [1000, 100_000];
const PAGE = 100;
const MAX_GROWTH = 1.5;
const TURNS = 7;
const SECONDS = 1;
const SWEEP_MS = 90_000;
const PATH = '/api/kaleidoscope-submissions';
const PAGES = [
  { name: 'first page of the gallery', path: PATH },
  { name: 'last page of the gallery', path: `${PATH}?cursor=${makeCursor(PAGE + 1)}` },
  { name: 'first page of one kind', path: `${PATH}?exhibit=hexagon` },
];

const countOf = (count) => `${count.toLocaleString('en-US')} pictures`;

async function startGallery(folder, release, count) {
  const dataDir = join(folder, `data-${count}`);
  await makeGallery(dataDir, count);
  const env = { ...release, DATA_DIR: dataDir, PORT: '0', USDA_SOURCE: 'sample', GALLERY_MAX_PICTURES: String(2 * count) };
  const site = await startProcess(process.execPath, ['apps/api/dist/main.js'], { log: join(folder, `${count}.log`), env });
  const until = performance.now() + SWEEP_MS;
  while (!site.output().includes(SWEPT)) {
    if (performance.now() > until) throw new Error(`the sweep of ${countOf(count)} did not end`);
    await delay(50);
  }
  return site;
}

const folder = temporaryFolder('gallery');
const release = await publishBuilt(folder);
const sites = { [SMALL]: await startGallery(folder, release, SMALL), [LARGE]: await startGallery(folder, release, LARGE) };

const rows = [];
for (const { name, path } of PAGES) {
  const times = { [SMALL]: [], [LARGE]: [] };
  for (const { url } of Object.values(sites)) {
    const { body } = await getResponse(url, path);
    if (JSON.parse(body.toString()).length !== PAGE) throw new Error(`${path} does not list ${PAGE} pictures`);
    await load(url, path, { seconds: SECONDS });
  }
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const [count, { url }] of Object.entries(sites))
      times[count].push(median((await load(url, path, { seconds: SECONDS })).times));
  const [ours, peerFigure] = [median(times[LARGE]), median(times[SMALL])];
  const goal = `at most ${MAX_GROWTH}× the peer`;
  rows.push(
    row({
      what: `${name}, ${countOf(LARGE)}`,
      ours,
      unit: 'ms',
      peer: countOf(SMALL),
      peerFigure,
      goal,
      ok: ours <= MAX_GROWTH * peerFigure,
    }),
  );
}
for (const site of Object.values(sites)) await site.stop();
report('gallery', rows);
