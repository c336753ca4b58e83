import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { CollectedFile } from './collect-files.ts';
import { ReleaseError } from './errors.ts';

const SUFFIX = '.map';

/** The private file of a release that contains the source map of one of its scripts. */
export const mapOf = (script: string): string => script + SUFFIX;

/** True for the path of a source map that a release with these files may have. */
export const isMapOf = (path: string, files: Readonly<Record<string, unknown>>): boolean =>
  path.endsWith(`.js${SUFFIX}`) && Object.hasOwn(files, path.slice(0, -SUFFIX.length));

/** Maximum size of the map of a script, in bytes. Without its sources, a map is one to three times as large as the script. */
export const maxMapBytes = (scriptBytes: number): number => 10 * scriptBytes + 50_000;

/** A source's name on the owner's page: its path in the repository, or in the package it comes from. */
function sourceName(source: string, mapFolder: string, appFolder: string): string {
  const path = relative(appFolder, resolve(mapFolder, source)).split(sep).join('/');
  const packages = path.lastIndexOf('node_modules/');
  return packages < 0 ? path.replace(/^(?:\.\.\/)+/, '') : path.slice(packages);
}

/** A map without the sources themselves, which the server does not need to name a file and a line. */
function slim(text: string, path: string, appFolder: string): string {
  try {
    const { sources, names, mappings } = JSON.parse(text) as { sources: string[]; names?: string[]; mappings: string };
    const named = sources.map((source) => sourceName(source, dirname(path), appFolder));
    return JSON.stringify({ version: 3, sources: named, names: names ?? [], mappings });
  } catch (cause) {
    throw new ReleaseError('RELEASE_REFUSED', `${path} is not a source map (${(cause as Error).message}); build the app again`);
  }
}

/**
 * The source maps of a build's scripts, by the path of the private file.
 * @param files the released files; maps of other scripts are left out
 * @param appFolder the folder to which the names of the app's own sources are relative
 */
export async function collectSourceMaps(
  folder: string,
  files: readonly CollectedFile[],
  appFolder: string,
): Promise<Record<string, string>> {
  const paths = files.map(({ path }) => mapOf(path)).filter((path) => path.endsWith(`.js${SUFFIX}`));
  const maps = paths
    .filter((path) => existsSync(join(folder, path)))
    .map(async (path) => [path, slim(await readFile(join(folder, path), 'utf8'), join(folder, path), appFolder)] as const);
  return Object.fromEntries(await Promise.all(maps));
}
