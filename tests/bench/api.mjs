// Responses per second of the server's processor time, compared with bare Express, which has the same responses in memory: a
// page's document, a price report whose copy is fresh, the gallery's first page. Both are separate, warmed-up processes; they
// take turns. The processor time of all threads is counted, because wall-clock time depends on what else the machine is doing;
// wall-clock figures are printed as well. A page requested with forged override tokens is compared with the same page without
// them. `npm run bench -- api`.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { publishBuilt } from '../../tools/built-site.mjs';
import { makeGallery } from './gallery-rows.mjs';
import { getResponse, load } from './http-load.mjs';
import { startProcess, temporaryFolder } from './processes.mjs';
import { median, report, row } from './rows.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
process.chdir(ROOT);

const TURNS = 5;
const SECONDS = 2;
const WARM_SECONDS = 2;
const CONNECTIONS = 16;
const PICTURES = 1000;
/** What browsers send. */
const HEADERS = { Accept: '*/*', 'Accept-Encoding': 'gzip, deflate, br, zstd' };

/** `minShare`: of bare Express's rate. The rest pays for the database, request ids, counters, the log and the guards. */
const PATHS = [
  { path: '/about', title: 'document of /about', minShare: 0.7 },
  { path: '/api/weekly-egg-report', title: '/api/weekly-egg-report', minShare: 0.5 },
  { path: '/api/kaleidoscope-submissions', title: '/api/kaleidoscope-submissions', minShare: 0.5 },
];

/** Share of the plain rate: a visitor who sends forged tokens must not take processor time from others. */
const MIN_FORGED_SHARE = 0.5;
/** Node's limit for all headers is 16 kB. */
const FORGED_TOKENS = 175;
const forgedToken = (bodyBytes) => `${randomBytes(bodyBytes).toString('base64url')}.${randomBytes(64).toString('base64url')}`;
const overrideCookie = (tokens) => ({ ...HEADERS, Cookie: `override=${tokens.join('%20')}` });
const SAME_FORGED = overrideCookie(Array.from({ length: FORGED_TOKENS }, () => forgedToken(1)));
const FIVE_FORGED = overrideCookie(Array.from({ length: 5 }, () => forgedToken(300)));
const FORGED = [
  { title: `${FORGED_TOKENS} forged override tokens`, headers: SAME_FORGED },
  { title: '5 forged override tokens', headers: FIVE_FORGED },
  {
    title: '5 forged override tokens, different ones with each request',
    headers: () => overrideCookie(Array.from({ length: 5 }, () => forgedToken(300))),
  },
];

/** Headers that Express or the connection adds. */
const NOT_COPIED = ['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding'];

const plainOf = ({ headers, body }) => (headers['content-encoding'] === 'br' ? brotliDecompressSync(body) : body);

/** The response for the peer to repeat; compressed per visitor if the site does so too. */
function recipeOf(path, { headers, body }) {
  const isApi = path.startsWith('/api/');
  const omitted = isApi ? [...NOT_COPIED, 'content-encoding', 'etag', 'vary'] : NOT_COPIED;
  const copied = Object.fromEntries(Object.entries(headers).filter(([name]) => !omitted.includes(name)));
  if (!isApi) return { path, headers: copied, base64: body.toString('base64') };
  return { path, headers: copied, json: JSON.parse(plainOf({ headers, body }).toString()) };
}

const CPU_REPORT = ['--import', './tests/bench/report-cpu.mjs'];

/** Responses per second of the server's processor time, and per second of wall-clock time. */
async function rateOf(server, path, headers = HEADERS) {
  const before = await server.cpuSeconds();
  const { perSecond, times } = await load(server.url, path, { connections: CONNECTIONS, seconds: SECONDS, headers });
  return { ofCpu: times.length / ((await server.cpuSeconds()) - before), ofClock: perSecond };
}

const folder = temporaryFolder('api');
const dataDir = join(folder, 'data');
await makeGallery(dataDir, PICTURES);
const env = { ...(await publishBuilt(folder)), DATA_DIR: dataDir, PORT: '0', USDA_SOURCE: 'sample' };
// The log is written to a file, as in production.
const site = await startProcess(process.execPath, [...CPU_REPORT, 'apps/api/dist/main.js'], {
  log: join(folder, 'site.log'),
  env,
});

const answers = [];
for (const { path } of PATHS) {
  // The first call fetches and stores; the second one gets what all later ones get.
  await getResponse(site.url, path, HEADERS);
  answers.push(await getResponse(site.url, path, HEADERS));
}
writeFileSync(join(folder, 'answers.json'), JSON.stringify(PATHS.map(({ path }, index) => recipeOf(path, answers[index]))));
const bare = await startProcess(process.execPath, [...CPU_REPORT, 'tests/bench/bare-express.mjs', join(folder, 'answers.json')], {
  log: join(folder, 'bare.log'),
});

const formatRates = (list) => list.map(({ ofCpu, ofClock }) => `${ofCpu.toFixed(0)} (${ofClock.toFixed(0)})`).join(' ');

const rows = [];
for (const [index, { path, title, minShare }] of PATHS.entries()) {
  const theirs = await getResponse(bare.url, path, HEADERS);
  if (theirs.status !== 200 || !plainOf(theirs).equals(plainOf(answers[index])))
    throw new Error(`the peer's response to ${path} differs`);
  const servers = { site, bare };
  const figures = { site: [], bare: [] };
  for (const { url } of Object.values(servers))
    await load(url, path, { connections: CONNECTIONS, seconds: WARM_SECONDS, headers: HEADERS });
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const [name, server] of Object.entries(servers)) {
      figures[name].push(await rateOf(server, path));
    }
  }
  const [ours, peerFigure] = [figures.site, figures.bare].map((list) => median(list.map(({ ofCpu }) => ofCpu)));
  console.log(
    `${path}, ${answers[index].body.length} bytes as sent (${theirs.body.length} by the peer), ${CONNECTIONS} connections, responses a second (wall clock):`,
  );
  console.log(`  site ${formatRates(figures.site)}\n  bare ${formatRates(figures.bare)}`);
  rows.push(
    row({
      what: `api: ${title}`,
      ours,
      unit: 'responses/s of CPU',
      peer: 'bare Express',
      peerFigure,
      goal: `at least ${minShare}× the peer`,
      ok: ours >= minShare * peerFigure,
    }),
  );
}
await bare.stop();

const PAGE = PATHS[0];
for (const { title, headers } of FORGED) {
  const figures = { forged: [], plain: [] };
  for (let turn = 0; turn < TURNS; turn += 1) {
    figures.plain.push(await rateOf(site, PAGE.path));
    figures.forged.push(await rateOf(site, PAGE.path, headers));
  }
  const [ours, peerFigure] = [figures.forged, figures.plain].map((list) => median(list.map(({ ofCpu }) => ofCpu)));
  console.log(`${PAGE.path} with ${title}:\n  forged ${formatRates(figures.forged)}\n  plain  ${formatRates(figures.plain)}`);
  rows.push(
    row({
      what: `api: ${PAGE.title}, ${title}`,
      ours,
      unit: 'responses/s of CPU',
      peer: 'without the cookie',
      peerFigure,
      goal: `at least ${MIN_FORGED_SHARE}× the peer`,
      ok: ours >= MIN_FORGED_SHARE * peerFigure,
    }),
  );
}
await site.stop();
report('api', rows);
