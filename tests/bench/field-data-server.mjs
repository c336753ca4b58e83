// How many beacons the server handles per second of processor time, compared with bare Express: part of the bench `field-data`. Each
// beacon comes from a different network, because those beyond a network's limit are not counted and cost less.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrateDatabase, openDatabase, sqliteOptions } from '../../apps/api/dist/database/open-database.js';
import { publishBuilt } from '../../tools/built-site.mjs';
import { getResponse, load } from './http-load.mjs';
import { startProcess, temporaryFolder } from './processes.mjs';
import { median } from './rows.mjs';

const TURNS = 5;
/** The site gets faster with each turn until it has had this many. */
const WARM_TURNS = 3;
const SECONDS = 1;
const CONNECTIONS = 16;
/** Enough for most of a turn: fetching them takes longer than spending them. */
const TOKENS = 2_000;
const CPU_REPORT = ['--import', './tests/bench/report-cpu.mjs'];
/** Visits differ in their times, which are counted in classes. */
const MAX_MS = 2_000;

let sent = 0;
/** The header that a proxy sends for a visitor from a network that has not reported anything yet. */
function fromAnotherNetwork() {
  sent += 1;
  return { 'X-Forwarded-For': `${20 + (sent >> 16)}.${(sent >> 8) & 255}.${sent & 255}.1` };
}

/** The tokens of `TOKENS` documents; each token counts only once. */
async function freshTokens(url, page) {
  const tokens = [];
  const collect = async () => {
    while (tokens.length < TOKENS) {
      const { headers } = await getResponse(url, page);
      tokens.push(/page;desc="([^"]+)"/.exec(headers['server-timing'])[1]);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, collect));
  return tokens;
}

/** Beacons per second of processor time, per second of wall-clock time, and their number. */
async function rateOf(server, path, body) {
  const before = await server.cpuSeconds();
  const { perSecond, times } = await load(server.url, path, {
    connections: CONNECTIONS,
    seconds: SECONDS,
    headers: fromAnotherNetwork,
    body,
  });
  return { ofCpu: times.length / ((await server.cpuSeconds()) - before), ofClock: perSecond, count: times.length };
}

/** @throws Error if the numbers of views and measurements that the site counted differ from those sent */
async function checkCounted(dataDir, views, visits) {
  const database = await openDatabase(sqliteOptions(dataDir));
  const [{ counted }] = await database.query('SELECT SUM(views) AS counted FROM view_count');
  const [{ measured }] = await database.query("SELECT SUM(views) AS measured FROM vital_count WHERE vital = 'lcp'");
  await database.destroy();
  if (counted !== views || measured !== visits)
    throw new Error(`${counted} of ${views} views and ${measured} of ${visits} measurements were counted`);
}

/** For each kind of beacon its path, and median numbers of beacons that the site and bare Express handle per second of processor time. */
export async function beaconRates(page) {
  const folder = temporaryFolder('field-data');
  const dataDir = join(folder, 'data');
  await migrateDatabase(sqliteOptions(dataDir));
  const site = await startProcess(process.execPath, [...CPU_REPORT, 'apps/api/dist/main.js'], {
    log: join(folder, 'site.log'),
    env: {
      ...(await publishBuilt(folder, ['shell'])),
      DATA_DIR: dataDir,
      PORT: '0',
      USDA_SOURCE: 'sample',
      TRUST_PROXY: '127.0.0.1',
    },
  });
  const paths = ['/api/telemetry', '/api/vitals'];
  writeFileSync(join(folder, 'answers.json'), JSON.stringify(paths.map((path) => ({ path, takes: 'json' }))));
  const bare = await startProcess(
    process.execPath,
    [...CPU_REPORT, 'tests/bench/bare-express.mjs', join(folder, 'answers.json')],
    {
      log: join(folder, 'bare.log'),
    },
  );

  const html = await (await fetch(site.url + page)).text();
  const of = { app: 'shell', release: /\/r\/shell\/([^/]+)\//.exec(html)[1], path: page };
  const milliseconds = () => sent % MAX_MS;
  const view = () =>
    JSON.stringify({ reports: [{ ...of, ms: milliseconds(), outcome: 'shown', phase: 'ready', message: null }] });
  const visitWith = (tokens) => () => {
    const token = tokens.pop();
    const measured = { lcp: milliseconds(), inp: 40, cls: 0.01, ttfb: 80 };
    return token && JSON.stringify({ ...of, token, device: 'phone', ...measured });
  };
  const bodies = { '/api/telemetry': async () => view, '/api/vitals': async () => visitWith(await freshTokens(site.url, page)) };

  const counts = {};
  const rates = [];
  for (const path of paths) {
    const figures = { site: [], bare: [] };
    for (let turn = 0; turn < WARM_TURNS + TURNS; turn += 1)
      for (const [name, server] of Object.entries({ site, bare }))
        figures[name].push(await rateOf(server, path, await bodies[path]()));
    counts[path] = figures.site.reduce((sum, { count }) => sum + count, 0);
    const rate = { path };
    for (const [name, list] of Object.entries(figures)) {
      const warm = list.slice(WARM_TURNS);
      console.log(
        `${path} ${name}: ${warm.map(({ ofCpu, ofClock }) => `${ofCpu.toFixed(0)} (${ofClock.toFixed(0)})`).join(' ')}`,
      );
      rate[name] = median(warm.map(({ ofCpu }) => ofCpu));
    }
    rates.push(rate);
  }
  await bare.stop();
  await site.stop();
  await checkCounted(dataDir, counts['/api/telemetry'], counts['/api/vitals']);
  return rates;
}
