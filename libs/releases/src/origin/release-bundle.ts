import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

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
export function unpackRelease(bundle: Buffer): Map<string, Buffer> {
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
