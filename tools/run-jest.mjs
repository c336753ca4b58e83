// Runs the unit tests of one project and leaves counts and costs where the summary of `npm test` reads them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * A test that leaves something running keeps Jest alive. Jest prints a line for each test file; if it prints nothing for this many
 * milliseconds, the run has failed. The whole run has no limit: on a slow and busy machine it takes many times as long.
 */
const MAX_SILENCE_MS = 60 * 60_000;

// A project whose configuration is not jest.config.mjs names it: `apps/api/jest.faults.config.mjs`.
const [project, place, ...rest] = process.argv.slice(2);
const config = place.endsWith('.mjs') ? place : `${place}/jest.config.mjs`;
const results = resolve('tmp/test-results');
mkdirSync(results, { recursive: true });
// A folder for things that test files make once and share.
const shared = mkdtempSync(join(tmpdir(), 'site-jest-'));
const child = spawn(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    // Takes all words up to the next option, so it must not come directly before a pattern.
    '--reporters=default',
    `--reporters=${resolve('tools/jest/cost-reporter.mjs')}`,
    '--config',
    config,
    '--json',
    `--outputFile=${resolve(results, `${project}.json`)}`,
    ...rest,
  ],
  {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      FORCE_COLOR: '0',
      TEST_COSTS_FILE: resolve(results, 'costs', `${project}.json`),
      TEST_SHARED_DIR: shared,
    },
  },
);
const watchdog = setTimeout(() => {
  console.error(`Jest has printed nothing for ${MAX_SILENCE_MS / 60_000} minutes and is killed: ${project}`);
  child.kill('SIGKILL');
  // A process that a test has left running may keep it open.
  child.stderr.destroy();
}, MAX_SILENCE_MS);
child.stderr.on('data', (text) => {
  process.stderr.write(text);
  watchdog.refresh();
});
const [status] = await once(child, 'close');
clearTimeout(watchdog);
rmSync(shared, { recursive: true, force: true });
process.exitCode = status ?? 1;
