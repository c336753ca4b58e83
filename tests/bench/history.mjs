// What a year of the country's beef prices costs the server, as JSON and as CSV: served from memory, compared with bare Express
// sending the same bytes; computed for days not requested before; and computed after weeks were stored. Then how long /healthz
// takes while 50 connections request histories. Processor time of all threads is counted. `npm run bench -- history`, after a
// build.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { publishBuilt } from '../../tools/built-site.mjs';
import { getResponse, load } from './http-load.mjs';
import { dayBefore, makePrices, openRevision } from './price-rows.mjs';
import { startProcess, temporaryFolder } from './processes.mjs';
import { median, percentile, report, row } from './rows.mjs';

process.chdir(resolve(import.meta.dirname, '../..'));

/** Some 10,000 points in a year of 53 weeks: 0.9 MB of JSON. */
const ITEMS = 190;
const WEEKS = 106;
const MIN_BYTES = 400_000;
const YEAR = `from=${dayBefore(371)}&to=${dayBefore(0)}`;
const TURNS = 5;
const SECONDS = 2;
const CONNECTIONS = 50;
const MAX_WARM_MS = 2;
const MAX_COLD_MS = 20;
const MAX_HEALTH_MS = 100;
const COLD_CALLS = 10;
/** Longer than a process may serve weeks that another one has replaced. */
const REVISION_MS = 1_100;
const HEADERS = { Accept: '*/*', 'Accept-Encoding': 'gzip, deflate, br, zstd' };
const FORMATS = ['price-history', 'price-history.csv'];
const CPU_REPORT = ['--import', './tests/bench/report-cpu.mjs'];

/** Milliseconds of processor time per response; `work` returns the number of responses. */
async function costOf(server, work) {
  const before = await server.cpuSeconds();
  const responses = await work();
  return (1000 * ((await server.cpuSeconds()) - before)) / responses;
}
const countResponses = async (server, path, connections) =>
  (await load(server.url, path, { connections, seconds: SECONDS, headers: HEADERS })).times.length;

let calls = 0;
/**
 * A year that ends some weeks earlier and is some weeks longer or shorter: different weeks each time, still some 10,000 points.
 */
function otherDays(format) {
  calls += 1;
  const end = 7 * (calls % 40);
  const length = 364 - 21 + 7 * (Math.floor(calls / 40) % 7);
  return `/api/${format}?commodity=beef&from=${dayBefore(end + length)}&to=${dayBefore(end)}`;
}

const folder = temporaryFolder('history');
const dataDir = join(folder, 'data');
await makePrices(dataDir, ITEMS, WEEKS);
// Without a key USDA is not called, so there are only the stored weeks.
const env = { ...(await publishBuilt(folder)), DATA_DIR: dataDir, PORT: '0', USDA_SOURCE: 'live', USDA_API_KEY: '' };
const site = await startProcess(process.execPath, [...CPU_REPORT, 'apps/api/dist/main.js'], {
  log: join(folder, 'site.log'),
  env,
});
const revision = await openRevision(dataDir);

const paths = FORMATS.map((format) => `/api/${format}?commodity=beef&${YEAR}`);
const recipes = [];
for (const [index, path] of paths.entries()) {
  const { headers, body } = await getResponse(site.url, path, HEADERS);
  const bytes = brotliDecompressSync(body).length;
  if (bytes < MIN_BYTES) throw new Error(`${path} has ${bytes} bytes, too few for a year of beef`);
  const copied = ['content-type', 'content-encoding', 'cache-control', 'etag', 'vary'].map((name) => [name, headers[name]]);
  recipes.push({ path: `/api/${FORMATS[index]}`, headers: Object.fromEntries(copied), base64: body.toString('base64') });
  console.log(`${path}: ${bytes} bytes, ${body.length} as sent`);
}
recipes.push({ path: '/healthz', headers: {}, json: { status: 'alive' } });
writeFileSync(join(folder, 'answers.json'), JSON.stringify(recipes));
const bare = await startProcess(process.execPath, [...CPU_REPORT, 'tests/bench/bare-express.mjs', join(folder, 'answers.json')], {
  log: join(folder, 'bare.log'),
});

const rows = [];
const addCost = (what, ours, maxMs, peerFigure = null) => {
  const peer = peerFigure === null ? null : 'bare Express, the same bytes';
  rows.push(row({ what, ours, unit: 'ms of CPU', peer, peerFigure, goal: `at most ${maxMs} ms`, ok: ours <= maxMs }));
};
for (const [index, format] of FORMATS.entries()) {
  const costs = { warm: [], bare: [], otherDays: [], stored: [] };
  // Warms up the code, not the measured responses.
  await countResponses(site, () => otherDays(format), 1);
  for (let turn = 0; turn < TURNS; turn += 1) {
    costs.warm.push(await costOf(site, () => countResponses(site, paths[index], 16)));
    costs.bare.push(await costOf(bare, () => countResponses(bare, paths[index], 16)));
  }
  for (let turn = 0; turn < TURNS; turn += 1) {
    await revision.renew();
    await delay(REVISION_MS);
    await getResponse(site.url, paths[index], HEADERS);
    costs.otherDays.push(await costOf(site, () => countResponses(site, () => otherDays(format), 1)));
  }
  for (let call = 0; call < COLD_CALLS; call += 1) {
    await revision.renew();
    await delay(REVISION_MS);
    costs.stored.push(
      await costOf(site, async () => ((await getResponse(site.url, paths[index], HEADERS)).status === 200 ? 1 : NaN)),
    );
  }
  for (const [name, list] of Object.entries(costs))
    console.log(`${format} ${name}: ${list.map((ms) => ms.toFixed(2)).join(' ')} ms`);
  addCost(`${format}: a year of beef from memory`, median(costs.warm), MAX_WARM_MS, median(costs.bare));
  addCost(`${format}: days not requested before`, median(costs.otherDays), MAX_COLD_MS);
  addCost(`${format}: the first call after weeks were stored`, median(costs.stored), MAX_COLD_MS);
}

/** The 99th percentile of /healthz during other requests. */
async function healthDuring(server, path) {
  const others = load(server.url, path, { connections: CONNECTIONS, seconds: 3 * SECONDS, headers: HEADERS });
  const { times } = await load(server.url, '/healthz', { seconds: 3 * SECONDS });
  const { perSecond } = await others;
  const p99 = percentile(times, 0.99);
  console.log(`${perSecond.toFixed(0)} histories a second, ${times.length} requests to /healthz: p99 ${p99.toFixed(1)} ms`);
  return p99;
}
const loads = [
  ['one history', paths[0]],
  ['histories of different days each time', () => otherDays(FORMATS[0])],
];
for (const [what, path] of loads) {
  await revision.renew();
  const ours = await healthDuring(site, path);
  // The peer has one history for all days, so it measures only the sending.
  const peerFigure = await healthDuring(bare, path);
  rows.push(
    row({
      what: `/healthz, p99, ${CONNECTIONS} connections requesting ${what}`,
      ours,
      unit: 'ms',
      peer: 'bare Express, the same bytes',
      peerFigure,
      goal: `below ${MAX_HEALTH_MS} ms`,
      ok: ours < MAX_HEALTH_MS,
    }),
  );
}
await revision.close();
await bare.stop();
await site.stop();
report('history', rows);
