import { spawnSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const WORKSPACE = resolve(import.meta.dirname, '../..');
/** Where npm puts packages: a project has its own folder if it needs another version than the rest. */
export const PACKAGE_FOLDERS = ['node_modules', 'apps/api/node_modules', 'libs/releases/node_modules'];

/** Clones the last commit, with its packages but without builds. Packages are hard links where possible, which take no space. */
export function cloneWorkspace(to) {
  const { status, stderr } = spawnSync('git', ['clone', '--quiet', '--shared', WORKSPACE, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`this folder could not be cloned: ${stderr}`);
  for (const path of PACKAGE_FOLDERS.filter((folder) => existsSync(join(WORKSPACE, folder)))) {
    const [from, copy] = [join(WORKSPACE, path), join(to, path)];
    if (spawnSync('cp', ['--archive', '--link', from, copy]).status !== 0)
      cpSync(from, copy, { recursive: true, verbatimSymlinks: true });
  }
}
