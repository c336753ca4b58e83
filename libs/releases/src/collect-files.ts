import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { integrityOf } from './integrity.ts';

const COMPRESSIBLE = new Set(['.js', '.mjs', '.css', '.svg', '.json', '.wasm', '.html', '.txt']);

/** Folder of the shell's build for development, inside its release. No visitor asks for anything in it. */
export const SHELL_DEVELOPMENT = 'development/';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export interface CollectedFile {
  /** Path inside the release folder, with forward slashes. */
  readonly path: string;
  readonly content: Buffer;
  readonly integrity: string;
  readonly brotli?: Buffer;
  readonly gzip?: Buffer;
}

async function collect(folder: string, path: string): Promise<CollectedFile> {
  const content = await readFile(join(folder, path));
  const file = { path: path.split(sep).join('/'), content, integrity: integrityOf(content) };
  // A megabyte at the highest effort takes seconds, and travels within one machine or to one colleague.
  if (!COMPRESSIBLE.has(extname(path)) || file.path.startsWith(SHELL_DEVELOPMENT)) return file;
  const [brotli, gzipped] = await Promise.all([
    compressBrotli(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
    compressGzip(content, { level: 9 }),
  ]);
  return { ...file, brotli, gzip: gzipped };
}

/** Every file of a build that visitors may ask for, compressed once, in a stable order. */
export async function collectFiles(folder: string, isPublic: (path: string) => boolean): Promise<CollectedFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => isPublic(path.split(sep).join('/')))
    .sort();
  return Promise.all(paths.map((path) => collect(folder, path)));
}
