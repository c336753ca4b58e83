import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { parseReleaseManifest, type ReleaseManifest } from '@site/contracts';
import { integrityOf } from '../integrity.ts';
import type { StoredRelease } from './journal.ts';

/** Stored separately, because it may change. */
const STATEMENT = 'statement.json';
const NEWLINE = 10;

/** A release folder as one object: a line of JSON with the path and size of each file, then the files. */
export async function packRelease(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => path !== STATEMENT)
    .sort();
  const files = await Promise.all(paths.map((path) => readFile(join(folder, path))));
  const index = paths.map((path, at) => [path, files[at]?.length]);
  return Buffer.concat([Buffer.from(`${JSON.stringify(index)}\n`), ...files]);
}

/** The files of a packed release, by path. @throws Error for a path that leads out of the folder */
function unpackRelease(bundle: Buffer): Map<string, Buffer> {
  const end = bundle.indexOf(NEWLINE);
  const index = JSON.parse(bundle.subarray(0, end).toString('utf8')) as [path: string, bytes: number][];
  const files = new Map<string, Buffer>();
  let start = end + 1;
  for (const [path, bytes] of index) {
    if (/[\\\0]/.test(path) || path.split('/').some((part) => ['', '.', '..'].includes(part)))
      throw new Error(`${JSON.stringify(path)} leads out of the release's folder`);
    files.set(path, bundle.subarray(start, start + bytes));
    start += bytes;
  }
  return files;
}

export const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

const manifestText = (files: ReadonlyMap<string, Buffer>): string => files.get('release.json')?.toString('utf8') ?? 'null';

/** The manifest among the files of a release. @throws Error if there is none, or this version cannot read it */
export const manifestIn = (files: ReadonlyMap<string, Buffer>): ReleaseManifest =>
  parseReleaseManifest(JSON.parse(manifestText(files)), 'release.json');

/** The files of a stored release, or in words why it cannot be used. @param bundle null: it is not in the bucket */
export function filesOf(bundle: Buffer | null, stored: StoredRelease): ReadonlyMap<string, Buffer> | string {
  if (bundle === null) return 'is missing from the bucket';
  if (sha256(bundle) !== stored.sha256) return 'is damaged in the bucket';
  try {
    const files = unpackRelease(bundle);
    manifestIn(files);
    return integrityOf(manifestText(files)) === stored.manifest ? files : 'has another manifest in the bucket';
  } catch (cause) {
    return `cannot be used: ${(cause as Error).message}`;
  }
}
