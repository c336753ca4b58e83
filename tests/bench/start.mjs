// How long `npm start` takes to print its address. Cold: a fresh clone of the last commit with its packages, nothing built and
// no cache; its peer is Vite alone, building the same pages as one app. Warm: again, with everything built and published; its
// peer is the server's process alone. Packages are hard links to the files in this folder. `npm run bench -- start`
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cloneWorkspace } from '../../tools/testing/clone-workspace.mjs';
import { startProcess } from './processes.mjs';
import { median, report, row } from './rows.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
/** Inside the workspace, so that it is on the same disk as the packages, which can then be linked. */
const CLONE = join(ROOT, 'tmp/bench/start');
const LOG = join(ROOT, 'tmp/bench/start.log');
const WARM_TURNS = 3;
const COLD_GOAL_S = 60;
const WARM_GOAL_S = 10;
const COLD_WAIT_MS = 280_000;
/** Tells npm start that the packages in the lockfile are installed. */
const STAMP = '.site-lock-hash';
/** Of earlier work in this folder: caches of tools, and the stamp. */
const NOT_PACKAGES = ['.cache', '.vite', '.vite-temp', STAMP];

/** Leaves the packages in the clone as a fresh install would. */
function cleanPackages() {
  for (const name of NOT_PACKAGES) rmSync(join(CLONE, 'node_modules', name), { recursive: true, force: true });
  const lock = createHash('sha256').update(readFileSync(join(CLONE, 'package-lock.json')));
  writeFileSync(join(CLONE, 'node_modules', STAMP), lock.digest('hex'));
}

/** Otherwise Nx would use one cache for all clones of this user, and folders named in the environment would not be empty. */
const CLONE_ENV = {
  NX_CACHE_DIRECTORY: join(CLONE, '.nx/cache'),
  NX_WORKSPACE_DATA_DIRECTORY: join(CLONE, '.nx/workspace-data'),
  DATA_DIR: undefined,
  RELEASES_DIR: undefined,
  PORT: '0',
};

async function secondsOf(command, args, env) {
  const program = await startProcess(command, args, { log: LOG, cwd: CLONE, env, waitMs: COLD_WAIT_MS });
  await program.stop();
  return { seconds: program.milliseconds / 1000, output: program.output() };
}

const npmStart = () => secondsOf('npm', ['start'], CLONE_ENV);

function viteAlone() {
  const start = performance.now();
  const args = [
    'node_modules/vite/bin/vite.js',
    'build',
    '--config',
    'tests/bench/monolith/vite.config.ts',
    '--logLevel',
    'error',
  ];
  const { status } = spawnSync(process.execPath, args, { cwd: CLONE, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error('the pages did not build as one app');
  return (performance.now() - start) / 1000;
}

rmSync(CLONE, { recursive: true, force: true });
mkdirSync(join(ROOT, 'tmp/bench'), { recursive: true });
// Whether the bench succeeds or fails.
process.once('exit', () => [CLONE, LOG].forEach((path) => rmSync(path, { recursive: true, force: true })));
cloneWorkspace(CLONE);
cleanPackages();
const { seconds: cold, output } = await npmStart();
if (/from the cache/.test(output)) throw new Error('the cold start found something already built');
const vite = viteAlone();
const { ensureSigningKey } = await import(pathToFileURL(join(CLONE, 'libs/releases/dist/index.js')).href);
const serverEnv = {
  RELEASE_SIGNING_KEY: ensureSigningKey(join(CLONE, 'var/data')),
  DATA_DIR: join(CLONE, 'var/data'),
  RELEASES_DIR: join(CLONE, 'var/releases'),
  PORT: '0',
  USDA_SOURCE: 'sample',
};
const [warm, server] = [[], []];
for (let turn = 0; turn < WARM_TURNS; turn += 1) {
  warm.push((await npmStart()).seconds);
  server.push((await secondsOf(process.execPath, ['apps/api/dist/main.js'], serverEnv)).seconds);
}
console.log(`cold ${cold.toFixed(1)} s; warm ${warm.map((time) => time.toFixed(1)).join(' ')} s`);
report('start', [
  row({
    what: 'npm start, cold: nothing built, packages installed',
    ours: cold,
    unit: 's',
    peer: 'Vite alone, the pages as one app',
    peerFigure: vite,
    goal: `under ${COLD_GOAL_S} s`,
    ok: cold < COLD_GOAL_S,
  }),
  row({
    what: 'npm start, warm',
    ours: median(warm),
    unit: 's',
    peer: "the server's process alone",
    peerFigure: median(server),
    goal: `under ${WARM_GOAL_S} s`,
    ok: median(warm) < WARM_GOAL_S,
  }),
]);
