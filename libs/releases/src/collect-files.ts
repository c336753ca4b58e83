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

export interface CompressedForms {
  readonly brotli: Buffer;
  readonly gzip: Buffer;
}

export interface CollectedFile extends Partial<CompressedForms> {
  /** Path inside the release folder, with forward slashes. */
  readonly path: string;
  readonly content: Buffer;
  readonly integrity: string;
}

/** Forms of a file that were made before; undefined if there are none. */
export type KnownForms = (path: string, content: Buffer) => Promise<CompressedForms | undefined>;

async function compress(content: Buffer): Promise<CompressedForms> {
  const [brotli, gzipped] = await Promise.all([
    compressBrotli(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
    compressGzip(content, { level: 9 }),
  ]);
  return { brotli, gzip: gzipped };
}

/** A file in the encodings in which it is served. */
async function encodeFile(path: string, content: Buffer, known: KnownForms): Promise<CollectedFile> {
  const file = { path, content, integrity: integrityOf(content) };
  // The development build is not compressed: at the highest level its megabyte would take seconds, and it is sent only
  // within one machine or to one colleague.
  if (!COMPRESSIBLE.has(extname(path)) || path.startsWith(SHELL_DEVELOPMENT)) return file;
  return { ...file, ...((await known(path, content)) ?? (await compress(content))) };
}

/** Every file of a build that visitors may request, compressed once, in a stable order. */
export async function collectFiles(
  folder: string,
  isPublic: (path: string) => boolean,
  known: KnownForms,
): Promise<CollectedFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => isPublic(path))
    .toSorted();
  return Promise.all(paths.map(async (path) => encodeFile(path, await readFile(join(folder, path)), known)));
}
