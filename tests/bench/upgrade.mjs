// How long visitors wait while a server on SQLite is upgraded as docs/operations.md says: the slowest of a hundred requests a second,
// each over its own connection. The new version has one more migration and new releases of all front ends. The peers are a restart
// of the same version, and bare Express, restarted with the same responses in memory; systemd keeps the socket in all three.
// `npm run bench -- upgrade`. apps/api/scale/upgrade.test.ts tests that nothing fails meanwhile.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { getResponse, pacedTimes } from './http-load.mjs';
import { importSource } from './import-source.mjs';
import { temporaryFolder } from './processes.mjs';
import { median, report, row } from './rows.mjs';

process.chdir(resolve(import.meta.dirname, '../..'));

const {
  aMachine,
  ARCHIVE: OLD,
  provideArchives,
  INSTALL,
  makeArchive,
  unpack,
} = await importSource('apps/api/scale/a-machine.ts');
const { makeNext } = await importSource('apps/api/scale/next-version.ts');
const { commandsBelow } = await importSource('apps/api/scale/operator.ts');

/** Name in docs/operations.md. */
const NEW = 'site-0.2.0-0a1b2c3d4e5f';
const ROUNDS = 3;
const EVERY_MS = 10;
const QUIET_MS = 1_000;
/** An upgrade also unpacks, backs up, migrates and releases alongside the server. */
const MAX_RATIO = 1.5;
/** What docs/operations.md says of a restart. */
const MAX_RESTART_MS = 2_000;
const PATHS = [
  '/',
  '/projects',
  '/projects/egg-prices',
  '/api/weekly-egg-report',
  '/api/kaleidoscope-submissions',
  '/resume.json',
];

/** Two archives for the documented commands. @returns their folder */
async function makeArchives() {
  const folder = temporaryFolder('upgrade');
  const { packed } = await provideArchives(folder);
  await unpack(packed, join(folder, OLD));
  await makeNext(join(folder, OLD), join(folder, NEW));
  makeArchive(join(folder, NEW));
  return folder;
}

/** Milliseconds of the slowest request before, during and after what `act` does. */
async function slowestDuring(url, act) {
  let isOver = false;
  let sent = 0;
  const nextPath = () => PATHS[(sent += 1) % PATHS.length];
  const work = async () => {
    await delay(QUIET_MS);
    await act();
    await delay(QUIET_MS);
  };
  const [times] = await Promise.all([pacedTimes(url, nextPath, EVERY_MS, () => isOver), work().finally(() => (isOver = true))]);
  return Math.max(...times);
}

/** Puts bare Express in the site's place: the same unit starts it. */
async function installExpress(folder, url) {
  const recipes = [{ path: '/readyz', headers: {}, json: {} }];
  for (const path of PATHS) recipes.push({ path, headers: {}, base64: (await getResponse(url, path)).body.toString('base64') });
  const dist = join(folder, 'express/apps/api/dist');
  mkdirSync(dist, { recursive: true });
  writeFileSync(join(folder, 'express/answers.json'), JSON.stringify(recipes));
  writeFileSync(join(folder, 'express/package.json'), '{ "type": "module" }');
  const [answers, express] = [join(folder, 'express/answers.json'), resolve('tests/bench/bare-express.mjs')].map((path) =>
    JSON.stringify(path),
  );
  writeFileSync(join(dist, 'main.js'), `process.argv[2] = ${answers};\nawait import(${express});\n`);
  return `ln -sfn ${join(folder, 'express')} /srv/site\n`;
}

const archives = await makeArchives();
const restart = await commandsBelow('### New settings on SQLite');
const upgrade = await commandsBelow('### On SQLite');
const slowest = { upgrade: [], restart: [], express: [] };
for (let round = 0; round < ROUNDS; round += 1) {
  // A new machine, because a migration runs only once.
  const machine = await aMachine({ downloads: archives, hasSocket: true });
  try {
    const { operator } = machine;
    const url = `http://127.0.0.1:${operator.port(3000)}`;
    await operator.run(await commandsBelow(INSTALL));
    for (const path of PATHS) await getResponse(url, path);
    slowest.restart.push(await slowestDuring(url, () => operator.run(restart)));
    slowest.upgrade.push(await slowestDuring(url, () => operator.run(upgrade)));
    await operator.run((await installExpress(archives, url)) + restart);
    slowest.express.push(await slowestDuring(url, () => operator.run(restart)));
  } finally {
    await machine.remove();
  }
}
for (const [name, times] of Object.entries(slowest)) console.log(`${name}: ${times.map((ms) => ms.toFixed(0)).join(' ')} ms`);

const mid = Object.fromEntries(Object.entries(slowest).map(([name, times]) => [name, median(times)]));
const what = (which) => `upgrade: slowest request during ${which}`;
report('upgrade', [
  row({
    what: what('an upgrade on SQLite'),
    ours: mid.upgrade,
    unit: 'ms',
    peer: 'a restart of the same version',
    peerFigure: mid.restart,
    goal: `at most ${MAX_RATIO}× the peer`,
    ok: mid.upgrade <= MAX_RATIO * mid.restart,
  }),
  row({
    what: what('a restart'),
    ours: mid.restart,
    unit: 'ms',
    peer: 'bare Express, restarted the same way',
    peerFigure: mid.express,
    goal: `at most ${MAX_RESTART_MS} ms`,
    ok: mid.restart <= MAX_RESTART_MS,
  }),
]);
