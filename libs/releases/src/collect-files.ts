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

/** Extensions of the compressed forms of a file, which are stored beside it. */
const FORM = /\.(br|gz)$/;

/**
 * The development build is not compressed: at the highest level its megabyte would take seconds, and it is sent only within one machine
 * or to one colleague.
 */
const isCompressed = (path: string): boolean => COMPRESSIBLE.has(extname(path)) && !path.startsWith(SHELL_DEVELOPMENT);

/** Every file of a build that visitors may request, in a stable order, without compressed forms. */
export async function collectFiles(folder: string, isPublic: (path: string) => boolean): Promise<CollectedFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const all = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const names = new Set(all);
  const isForm = (path: string): boolean => {
    const base = path.replace(FORM, '');
    return base !== path && names.has(base) && isCompressed(base);
  };
  const paths = all.filter((path) => isPublic(path) && !isForm(path)).toSorted();
  return Promise.all(
    paths.map(async (path) => {
      const content = await readFile(join(folder, path));
      return { path, content, integrity: integrityOf(content) };
    }),
  );
}

async function compress(content: Buffer): Promise<CompressedForms> {
  const [brotli, gzipped] = await Promise.all([
    compressBrotli(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
    compressGzip(content, { level: 9 }),
  ]);
  return { brotli, gzip: gzipped };
}

/**
 * The files in the encodings in which they are served.
 * @param known where to look for forms that were made before; the first that has them is used
 */
export function compressFiles(files: readonly CollectedFile[], known: readonly KnownForms[]): Promise<CollectedFile[]> {
  return Promise.all(
    files.map(async (file) => {
      const { path, content } = file;
      if (!isCompressed(path)) return file;
      for (const formsOf of known) {
        const forms = await formsOf(path, content);
        if (forms) return { ...file, ...forms };
      }
      return { ...file, ...(await compress(content)) };
    }),
  );
}
