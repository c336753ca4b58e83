import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { integrityOf } from './integrity.ts';

const COMPRESSIBLE = new Set(['.js', '.mjs', '.css', '.svg', '.json', '.wasm', '.html', '.txt']);

/** Folder of the shell's development build, inside its release. No visitor requests anything in it. */
export const SHELL_DEVELOPMENT = 'development/';

const compressBrotli = promisify(brotliCompress);
export const compressGzip = promisify(gzip);

export interface CollectedFile {
  /** Path inside the release folder, with forward slashes. */
  readonly path: string;
  readonly content: Buffer;
  readonly integrity: string;
  readonly brotli?: Buffer;
  readonly gzip?: Buffer;
}

/** A file in the encodings in which it is served. */
async function compressFile(path: string, content: Buffer): Promise<CollectedFile> {
  const file = { path, content, integrity: integrityOf(content) };
  // The development build is not compressed: at the highest level its megabyte would take seconds, and it is sent only
  // within one machine or to one colleague.
  if (!COMPRESSIBLE.has(extname(path)) || path.startsWith(SHELL_DEVELOPMENT)) return file;
  const [brotli, gzipped] = await Promise.all([
    compressBrotli(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
    compressGzip(content, { level: 9 }),
  ]);
  return { ...file, brotli, gzip: gzipped };
}

const collect = async (folder: string, path: string): Promise<CollectedFile> =>
  compressFile(path.split(sep).join('/'), await readFile(join(folder, path)));

/** Every file of a build that visitors may request, compressed once, in a stable order. */
export async function collectFiles(folder: string, isPublic: (path: string) => boolean): Promise<CollectedFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => isPublic(path.split(sep).join('/')))
    .sort();
  return Promise.all(paths.map((path) => collect(folder, path)));
}
