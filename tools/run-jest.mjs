// Runs the unit tests of one project and leaves the counts where the summary of `npm test` reads them.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';

/** A test that leaves something running keeps Jest alive; after this many milliseconds the run has failed. */
const LIMIT_MS = 600_000;

const [project, folder, ...rest] = process.argv.slice(2);
const results = resolve('tmp/test-results');
mkdirSync(results, { recursive: true });
const { status } = spawnSync(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    '--config',
    `${folder}/jest.config.mjs`,
    '--json',
    `--outputFile=${resolve(results, `${project}.json`)}`,
    ...rest,
  ],
  { stdio: ['ignore', 'ignore', 'inherit'], timeout: LIMIT_MS, killSignal: 'SIGKILL', env: { ...process.env, FORCE_COLOR: '0' } },
);
process.exitCode = status ?? 1;
