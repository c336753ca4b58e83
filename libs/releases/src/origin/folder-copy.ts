import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseReleaseManifest } from '@site/contracts';
import { isTakenOut, takeOut } from '../collect-garbage.ts';
import { placeFolder, putDurably, writeDurably } from '../durable-file.ts';
import { integrityOf } from '../integrity.ts';
import { releasePaths } from '../paths.ts';
import { damagedFiles } from '../read-release.ts';
import { manifestIn } from './release-bundle.ts';
import type { ReleaseName } from './store-origin.ts';

export const textOf = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(() => undefined);

/** The revision of the copy in a folder; undefined: the folder is not a copy, or was deleted. */
export async function copiedRevision(root: string): Promise<number | undefined> {
  const text = await textOf(releasePaths.copyRevision(root));
  return text === undefined ? undefined : Number(text);
}

export async function noteRevision(root: string, revision: number): Promise<void> {
  await writeIfChanged(releasePaths.copyRevision(root), String(revision));
}

/**
 * Releases, complete or half written, whose folders are newer than the noted revision: they were placed by later changes,
 * committed or not.
 */
export async function placedSince(root: string): Promise<ReleaseName[]> {
  const noted = (await stat(releasePaths.copyRevision(root)).catch(() => null))?.mtimeMs ?? Infinity;
  const isNewer = async (folder: string): Promise<boolean> =>
    ((await stat(folder).catch(() => null))?.mtimeMs ?? -Infinity) >= noted;
  const newIn = async (app: string): Promise<ReleaseName[]> => {
    const folder = join(root, 'r', app);
    // Placing a release changes the modification time of its parent folder, so an app without changes is skipped, with its
    // hundreds of releases.
    if (!(await isNewer(folder))) return [];
    // Folders that were taken out belong to whoever is deleting them.
    const releases = (await readdir(folder).catch(() => [])).filter((release) => !isTakenOut(release));
    const areNewer = await Promise.all(releases.map((release) => isNewer(join(folder, release))));
    return releases.filter((_, n) => areNewer[n]).map((release) => ({ app, release }));
  };
  return (await Promise.all((await readdir(join(root, 'r')).catch(() => [])).map(newIn))).flat();
}

/**
 * Writes a document, unless the file already has this text: readers compare the modification times of files.
 * @returns whether it was written
 */
export async function writeIfChanged(path: string, text: string): Promise<boolean> {
  if ((await textOf(path)) === text) return false;
  await mkdir(dirname(path), { recursive: true });
  await writeDurably(path, text);
  return true;
}

/** Integrity of a release's manifest in the folder; undefined if there is none. */
export async function manifestIntegrity(root: string, { app, release }: ReleaseName): Promise<string | undefined> {
  const text = await textOf(releasePaths.manifest(root, app, release));
  return text === undefined ? undefined : integrityOf(text);
}

/** True if every file that the release lists is there, with its hash. */
export async function isWhole(root: string, { app, release }: ReleaseName): Promise<boolean> {
  const text = await textOf(releasePaths.manifest(root, app, release));
  if (text === undefined) return false;
  try {
    const manifest = parseReleaseManifest(JSON.parse(text), 'release.json');
    return (await damagedFiles(releasePaths.release(root, app, release), manifest)).length === 0;
  } catch {
    // Not a manifest.
    return false;
  }
}

/** Puts a release in place, complete or not at all. @throws Error if a file differs from what the manifest states */
export async function placeRelease(root: string, name: ReleaseName, files: ReadonlyMap<string, Buffer>): Promise<void> {
  await placeFolder(releasePaths.release(root, name.app, name.release), async (temporary) => {
    for (const [path, content] of files) await putDurably(join(temporary, path), content);
    const damaged = await damagedFiles(temporary, manifestIn(files));
    if (damaged.length > 0) throw new Error(`${name.app} ${name.release} is damaged: ${damaged.join(', ')}`);
  });
}

/** Takes a release out of the folder, if it is there. */
export async function removeRelease(root: string, { app, release }: ReleaseName): Promise<void> {
  const folder = releasePaths.release(root, app, release);
  const parent = dirname(folder);
  if (existsSync(folder)) await rm(join(parent, await takeOut(parent, release)), { recursive: true, force: true, maxRetries: 3 });
}

/** Deletes in place what no registry has named: if this is interrupted, the rest is still newer than the noted revision. */
export const removeUncommitted = (root: string, { app, release }: ReleaseName): Promise<void> =>
  rm(releasePaths.release(root, app, release), { recursive: true, force: true, maxRetries: 3 });
