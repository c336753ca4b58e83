// Copies the workspace with its builds into an empty folder, for a test that runs Nx: it removes and restores `dist`, from which other
// tests start their servers at the same time. Third-party packages are linked, because nothing writes into them.
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { PACKAGE_FOLDERS, WORKSPACE } from './clone-workspace.mjs';

/** Large, and of no use to anything that builds or serves. */
const LEFT_OUT = new Set(['.git', '.nx', 'tmp', 'var', 'tests/visual/baselines']);

/** A link inside the workspace leads to the same place in the copy: to its own libraries, and from `.bin` to the packages. */
function linkPackages(from, to) {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [here, there] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(here), there);
    else if (entry.isFile()) copyFileSync(here, there);
    else if (/^@|^\.bin$/.test(entry.name)) linkPackages(here, there);
    else symlinkSync(here, there);
  }
}

const to = resolve(process.argv[2]);
// Clones of a repository share Nx's cache; without git everything is built again.
spawnSync('git', ['clone', '--quiet', '--shared', '--no-checkout', WORKSPACE, to], { stdio: 'ignore' });
// Not the whole path: the workspace may itself be in a folder called dist. The packages in `dist` are part of a build.
const isInstalled = (inside) => /(^|\/)node_modules$/.test(inside) && !/(^|\/)dist\/node_modules$/.test(inside);
const isCopied = (inside) => !LEFT_OUT.has(inside) && !isInstalled(inside) && !/\/\.packages-/.test(inside);
cpSync(WORKSPACE, to, { recursive: true, filter: (path) => isCopied(relative(WORKSPACE, path)) });
for (const path of PACKAGE_FOLDERS) linkPackages(join(WORKSPACE, path), join(to, path));
