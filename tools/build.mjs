// Builds every project through Nx.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

function runNx(isQuiet) {
  const nx = resolve(root, 'node_modules/nx/dist/bin/nx.js');
  const { status } = spawnSync(process.execPath, [nx, 'run-many', '-t', 'build', '--output-style=static', '--parallel=2'], {
    cwd: root,
    stdio: ['ignore', isQuiet ? 'ignore' : 'inherit', 'inherit'],
    env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' },
  });
  return status === 0;
}

/**
 * Answers whether everything is built. A failed build is tried once more, visibly: on a machine under load the
 * federation plugin has been seen to lose the exports of a shared library once and to find them the next time.
 */
export function buildAll({ isQuiet = false } = {}) {
  if (runNx(isQuiet)) return true;
  console.log('• The build failed; trying once more');
  return runNx(false);
}
