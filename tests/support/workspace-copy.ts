import { cp, mkdtemp, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { WORKSPACE } from './site.ts';

const SOURCES = [
  'apps',
  'libs',
  'tools',
  'package.json',
  'package-lock.json',
  'nx.json',
  '.oxfmtrc.json',
  'tests/project.json',
  'tests/e2e/routes.spec.ts',
];
const IS_SOURCE = (path: string) => !/\/(dist|node_modules)(\/|$)/.test(path);

/** Copies the workspace's sources, for a test that writes into them; packages are found above the copy. The caller removes it. */
export async function copyWorkspace(): Promise<string> {
  const copy = await mkdtemp(resolve(WORKSPACE, 'tmp/workspace-'));
  for (const path of [...SOURCES, ...(await readdir(WORKSPACE)).filter((name) => name.startsWith('tsconfig'))])
    await cp(resolve(WORKSPACE, path), join(copy, path), {
      recursive: true,
      filter: (from) => IS_SOURCE(from.slice(WORKSPACE.length)),
    });
  return copy;
}
