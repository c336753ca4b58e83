import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { WORKSPACE } from './site.ts';

interface Changes {
  /** Replaces the page's module; by default the built one with a comment appended. */
  readonly page?: string;
  /** Replaces the container. */
  readonly container?: string;
  /** Makes the build a different release from all others. */
  readonly mark: string;
}

/** A copy of a remote's build with one page replaced, for `site release --from` and `site canary --from`. */
export async function changedBuild(app: string, path: string, { page, container, mark }: Changes) {
  const folder = await mkdtemp(resolve(WORKSPACE, 'tmp/build-'));
  await cp(resolve(WORKSPACE, 'apps', app, 'dist'), folder, { recursive: true });
  const { contract } = JSON.parse(await readFile(join(folder, 'remote.json'), 'utf8')) as {
    contract: { routes: { path: string; page: string }[] };
  };
  const chunks = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, { file: string }>;
  const module = contract.routes.find((route) => route.path === path)?.page ?? '';
  const file = join(folder, chunks[module]?.file ?? '');
  await writeFile(file, `${page ?? (await readFile(file, 'utf8'))}\n// ${mark}`);
  if (container !== undefined) await writeFile(join(folder, 'remoteEntry.js'), container);
  return { folder, remove: () => rm(folder, { recursive: true }) };
}
