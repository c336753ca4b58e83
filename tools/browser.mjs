// Finds a Chromium for the browser tests, or installs one together with other system packages that the tests need.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { FIREFOX, WEBKIT } from './engines.mjs';
import { Refusal, which } from './command.mjs';

const require = createRequire(import.meta.url);
const CANDIDATES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const DEBIAN_BROWSER = ['chromium', 'fonts-liberation'];
const HEADLESS_SHELL = 'chromium-headless-shell';

function onPath() {
  for (const name of CANDIDATES) {
    const path = which(name);
    if (path) return path;
  }
  return existsSync(MAC) ? MAC : undefined;
}

function playwrightBrowser() {
  const path = require('@playwright/test').chromium.executablePath();
  return path && existsSync(path) ? path : undefined;
}

const canInstallByApt = () => process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Arguments of `spawn`. */
function aptInstall(packages) {
  console.log(`• Installing ${packages.join(', ')} with apt-get`);
  // If a source does not respond, outdated package lists are good enough.
  const script = 'apt-get update -qq; apt-get install -y -qq --no-install-recommends "$@"';
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return ['sh', ['-c', script, 'sh', ...packages], { stdio: ['ignore', 'ignore', 'inherit'], env }];
}

/**
 * Installs missing system packages for the tests if apt-get may be used; resolves when that is done or has failed. It is limited
 * by disk and network, and compiling sqlite3 by the processor, so both run at once.
 * @param isAll true for what `npm run test:all` needs
 */
export async function installForTests({ isAll }) {
  if (!canInstallByApt()) return;
  const browsers = process.env.CHROMIUM_PATH
    ? []
    : [...(onPath() ? [] : DEBIAN_BROWSER), ...(which(HEADLESS_SHELL) ? [] : [HEADLESS_SHELL])];
  const tools = { nginx: 'nginx-light', strace: 'strace', openssl: 'openssl' };
  const servers = isAll ? Object.entries(tools).flatMap(([tool, name]) => (which(tool) ? [] : [name])) : [];
  const engines = [WEBKIT, FIREFOX].flatMap((engine) => (engine.isInstalled() ? [] : engine.packages));
  const packages = [...browsers, ...engines, ...servers];
  if (packages.length > 0) await once(spawn(...aptInstall(packages)), 'close');
}

/**
 * Path of Debian's headless Chromium, whose pages take about a fifth less processor time; undefined if there is none,
 * or if CHROMIUM_PATH names the only browser to use.
 */
export const findHeadlessShell = () => (process.env.CHROMIUM_PATH ? undefined : which(HEADLESS_SHELL));

/** Path of a Chromium. @throws Refusal if there is none and none can be installed */
export function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!existsSync(named)) throw new Refusal(`CHROMIUM_PATH names ${named}, which does not exist.`);
    return named;
  }
  const found = onPath() ?? playwrightBrowser();
  if (found) return found;
  if (canInstallByApt()) spawnSync(...aptInstall(DEBIAN_BROWSER));
  const installed = onPath();
  if (installed) return installed;
  console.log("• Installing Playwright's Chromium");
  spawnSync(process.execPath, [require.resolve('@playwright/test/cli'), 'install', 'chromium'], { stdio: 'inherit' });
  const own = playwrightBrowser();
  if (own) return own;
  throw new Refusal('No Chromium was found and none could be installed: install Chromium or Chrome, or set CHROMIUM_PATH.');
}
