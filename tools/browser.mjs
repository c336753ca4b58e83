// Finds a Chromium for the end-to-end tests, or installs one.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Refusal } from './ready.mjs';

const require = createRequire(import.meta.url);
const CANDIDATES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const HEADLESS_SHELL = 'chromium-headless-shell';

function which(name) {
  const { status, stdout } = spawnSync('which', [name], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

function onPath() {
  for (const name of CANDIDATES) {
    const path = which(name);
    if (path) return path;
  }
  return existsSync(MAC) ? MAC : undefined;
}

function playwrightsOwn() {
  const path = require('@playwright/test').chromium.executablePath();
  return path && existsSync(path) ? path : undefined;
}

function installByApt(...packages) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log(`• Installing ${packages[0]} with apt-get`);
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', ['update', '-qq'], options);
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options);
}

/**
 * Path of Debian's Chromium without a window, whose pages take about a fifth less processor time; undefined where there is none,
 * or where CHROMIUM_PATH names the one browser that is to be used.
 */
export function findHeadlessShell() {
  if (process.env.CHROMIUM_PATH) return;
  if (!which(HEADLESS_SHELL)) installByApt(HEADLESS_SHELL);
  return which(HEADLESS_SHELL);
}

/** Path of a Chromium. @throws Refusal when there is none and none can be installed */
export function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!existsSync(named)) throw new Refusal(`CHROMIUM_PATH names ${named}, which does not exist.`);
    return named;
  }
  const found = onPath() ?? playwrightsOwn();
  if (found) return found;
  installByApt('chromium', 'fonts-liberation');
  const installed = onPath();
  if (installed) return installed;
  console.log("• Installing Playwright's Chromium");
  spawnSync(process.execPath, [require.resolve('@playwright/test/cli'), 'install', 'chromium'], { stdio: 'inherit' });
  const own = playwrightsOwn();
  if (own) return own;
  throw new Refusal('No Chromium was found and none could be installed: install Chromium or Chrome, or set CHROMIUM_PATH.');
}
