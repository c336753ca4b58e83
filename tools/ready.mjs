// Makes a clone ready to run: the right Node, the packages in the lockfile, and sqlite3's native addon.
// Uses only Node's own modules, because nothing else is installed when it starts.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refusal } from './command.mjs';
import { phase, runQuietly } from './progress.mjs';

// Old versions of Node, which this file rejects, have no import.meta.dirname.
const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = resolve(root, 'node_modules/.site-lock-hash');
const SQLITE_BINDING = resolve(root, 'node_modules/sqlite3/build/Release/node_sqlite3.node');

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const isEnough = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
  if (!isEnough)
    throw new Refusal(
      `Node ${process.versions.node} cannot run this project: install Node 20.19 or newer in the 20.x line, or 22.12 or newer.`,
    );
}

/** Returns true if npm succeeded. */
async function npm(args) {
  try {
    return await runQuietly('npm', args, { cwd: root, shell: process.platform === 'win32' });
  } catch (error) {
    throw new Refusal(`npm ${args[0]} failed: npm cannot be started (${error.message}).`);
  }
}

function isAvailable(command) {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;
}

/**
 * Resolves when sqlite3 has its native addon. Compiling it keeps one core busy for a minute; work that opens no database, such as building,
 * need not wait.
 */
async function prepareSqlite() {
  if (existsSync(SQLITE_BINDING)) return;
  if ((await npm(['rebuild', 'sqlite3'])) && existsSync(SQLITE_BINDING)) return;
  const missing = ['python3', 'make', 'g++'].filter((tool) => !isAvailable(tool));
  throw new Refusal(
    missing.length > 0
      ? `sqlite3 has no prebuilt binary for this machine and cannot be compiled without ${missing.join(', ')}: install them (Debian: apt-get install python3 make g++) and run the command again.`
      : 'sqlite3 could not be compiled; the lines above say why.',
  );
}

/**
 * Whether npm has already installed what the lockfile requires. npm writes a list of installed packages once all are in place: after an
 * interrupted install there is none, or the previous list.
 * @param lock text of package-lock.json
 * @param listed text of node_modules/.package-lock.json
 * @param isThere whether a path of the workspace exists
 */
function isInstalled(lock, listed, isThere) {
  const { '': _workspace, ...wanted } = JSON.parse(lock).packages;
  const installed = JSON.parse(listed).packages;
  const isSame = (path) =>
    ['version', 'resolved', 'link', 'integrity'].every((field) => wanted[path]?.[field] === installed[path]?.[field]);
  return (
    // Packages for other systems are optional and missing.
    Object.keys(wanted).every((path) => installed[path] || wanted[path].optional) &&
    Object.keys(installed).every((path) => isSame(path) && isThere(`${path}/package.json`))
  );
}

/** `npm install` does not write the stamp of `installPackages`. */
function isInstalledByHand(lock) {
  const list = resolve(root, 'node_modules/.package-lock.json');
  return existsSync(list) && isInstalled(lock, readFileSync(list, 'utf8'), (path) => existsSync(resolve(root, path)));
}

/** Installs the packages that are missing. Takes no time if none are. */
export async function installPackages() {
  requireNode();
  const text = readFileSync(resolve(root, 'package-lock.json'), 'utf8');
  const lock = createHash('sha256').update(text).digest('hex');
  const isStamped = existsSync(stamp) && readFileSync(stamp, 'utf8') === lock;
  if (!isStamped && !isInstalledByHand(text)) {
    // Install scripts stay off: of all packages only sqlite3 needs its own, which prepareSqlite runs.
    const install = () => npm(['ci', '--ignore-scripts', '--no-fund', '--no-audit']);
    if (!(await phase('Installing packages from the lockfile (a minute on a fast connection)', install)))
      throw new Refusal('npm ci failed; the lines above say why.');
  }
  writeFileSync(stamp, lock);
}

/**
 * Installs what is missing while `work` runs, which needs the packages but opens no database.
 * @param endsWithWork false: what `work` has started goes on, and prints
 * @returns the result of `work`
 */
export async function makeReady(work = () => undefined, { endsWithWork = true } = {}) {
  await installPackages();
  let isPrepared = existsSync(SQLITE_BINDING);
  const sqlitePrepared = prepareSqlite().then(() => (isPrepared = true));
  // Handled below, after the work has ended.
  sqlitePrepared.catch(() => undefined);
  const result = await work();
  if (isPrepared) return result;
  await phase('Waiting for sqlite3 (a download, or about a minute of compiling)', () => sqlitePrepared, { ticks: endsWithWork });
  return result;
}
