// Builds every project through Nx.
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NX_ENV } from './command.mjs';
import { runQuietly } from './progress.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Tells child processes that everything in this folder is built. Nx would remove and restore each `dist`, from which
 * other tests may be starting a server at that moment.
 */
export function markBuilt() {
  process.env.SITE_BUILT_IN = root;
}

/** True after `markBuilt` in this process or one that started it. */
const isMarkedBuilt = () => process.env.SITE_BUILT_IN === root;

/**
 * Returns true if everything is built.
 * @param isQuiet true: prints nothing unless the build fails
 * @param only a project, which is built with what it needs
 */
export function buildAll({ isQuiet = false, only } = {}) {
  if (isMarkedBuilt()) return Promise.resolve(true);
  const nx = resolve(root, 'node_modules/nx/dist/bin/nx.js');
  // Jest sets NODE_ENV to `test`, which would make Vite build for development; Nx would cache that result for every later build.
  // If one of the other two is set, the federation plugin takes the build for a test, and leaves out remoteEntry.js.
  const { NODE_ENV: _, JEST_WORKER_ID: _jest, VITEST: _vitest, ...env } = process.env;
  const options = { cwd: root, env: { ...env, ...NX_ENV } };
  const args = [nx, 'run-many', '-t', 'build', '--output-style=static', '--parallel=2', ...(only ? ['-p', only] : [])];
  if (isQuiet) return runQuietly(process.execPath, args, options);
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', fail);
    child.once('close', (status) => done(status === 0));
  });
}
