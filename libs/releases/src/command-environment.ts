import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readRemoteBuild, readShellBuild, type BuildOutput, type FormsOf } from './build-output.ts';
import { ReleaseError } from './errors.ts';
import { formsIn } from './known-forms.ts';
import { releasePaths } from './paths.ts';
import type { RegistryKeys } from './registry-store.ts';
import { secretsPath } from './signing-key-file.ts';
import { parseSigningKey, parseVerifyingKey } from './signing.ts';
import { FolderStore } from './store/folder-store.ts';
import { RemoteStore } from './store/remote-store.ts';
import type { ReleaseStore } from './store/release-store.ts';
import { SiteClient } from './store/site-client.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The key in the environment, or the one that `npm start` created. @throws ReleaseError KEY_INVALID if there is neither */
export async function signingKeyText(env: Environment): Promise<string> {
  if (env['RELEASE_SIGNING_KEY']) return env['RELEASE_SIGNING_KEY'];
  const path = secretsPath(env['DATA_DIR'] || 'var/data');
  if (!existsSync(path))
    throw new ReleaseError(
      'KEY_INVALID',
      `set RELEASE_SIGNING_KEY (\`site key\` prints a new one), or run \`npm start\` once, which creates a key in ${path}`,
    );
  try {
    const secrets = JSON.parse(await readFile(path, 'utf8')) as { RELEASE_SIGNING_KEY?: string };
    return secrets.RELEASE_SIGNING_KEY ?? '';
  } catch (cause) {
    throw new ReleaseError(
      'KEY_INVALID',
      `${path} cannot be read (${(cause as Error).message}); repair it, or set RELEASE_SIGNING_KEY`,
    );
  }
}

export async function keysOf(env: Environment): Promise<RegistryKeys> {
  const text = await signingKeyText(env);
  return { signing: parseSigningKey(text), verifying: parseVerifyingKey(text) };
}

export const folderOf = (env: Environment): string => resolve(env['RELEASES_DIR'] || 'var/releases');

const originOf = (env: Environment): string => env['PUBLIC_ORIGIN'] || `http://localhost:${env['PORT'] || '3000'}`;

export async function folderStore(env: Environment): Promise<FolderStore> {
  return new FolderStore(folderOf(env), await keysOf(env), () => new Date(), originOf(env));
}

export async function siteClient(site: string, env: Environment): Promise<SiteClient> {
  return new SiteClient(site, parseSigningKey(await signingKeyText(env)));
}

/** The store that a command works on. @param site address of a site elsewhere; without it, the folder on this machine */
export async function storeOf(site: string | undefined, env: Environment): Promise<ReleaseStore> {
  return site === undefined ? folderStore(env) : new RemoteStore(await siteClient(site, env));
}

/** Any of these files identifies a folder as a front end: by its sources or, in a packed site, which has none, by its build. */
const MARKS = ['vite.config.ts', 'dist/shell.json', 'dist/remote.json'];

const isFrontEnd = (folder: string): boolean => MARKS.some((mark) => existsSync(join(folder, mark)));

/** The folders of the front ends here, by name: those in apps/, or the working directory if it is the repository of one remote. */
function foldersHere(): Map<string, string> {
  if (existsSync('apps')) {
    const found = readdirSync('apps').filter((app) => isFrontEnd(join('apps', app)));
    const sorted = found.toSorted((one, other) => Number(other === 'shell') - Number(one === 'shell') || (one < other ? -1 : 1));
    return new Map(sorted.map((app) => [app, join('apps', app)]));
  }
  if (isFrontEnd('.') && existsSync('package.json')) {
    const { name } = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string };
    return new Map([[name, '.']]);
  }
  throw new ReleaseError(
    'RELEASE_REFUSED',
    "run the command in the top-level folder of the project (which contains apps/), of a packed site, or of a remote's own repository",
  );
}

/** The front ends of the working directory, the shell first. @throws ReleaseError if the folder cannot have any */
export const frontEndsHere = (): string[] => [...foldersHere().keys()];

/**
 * Reads the build of an app in the project's folder.
 * @param store folder of a store that may have this build already, with compressed files
 * @throws ReleaseError saying what to do
 */
export async function readBuild(
  app: string | undefined,
  from: string | undefined,
  store: string | undefined,
): Promise<BuildOutput> {
  const folders = foldersHere();
  const folder = folders.get(app ?? '');
  if (!app || folder === undefined) {
    throw new ReleaseError(
      'RELEASE_REFUSED',
      `"${app ?? ''}" is not a front end; the front ends here are ${[...folders.keys()].join(', ')}`,
    );
  }
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  const dist = resolve(from ?? join(folder, 'dist'));
  const known: FormsOf | undefined = store === undefined ? store : (id) => formsIn(releasePaths.release(store, app, id));
  return app === 'shell' ? readShellBuild(version, dist, known) : readRemoteBuild(app, version, dist, known);
}
