import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import type { CompressedForms, KnownForms } from './collect-files.ts';

const decompressors = { br: promisify(brotliDecompress), gz: promisify(gunzip) };

/** The form in a release folder, if it is one of this content: a damaged file must not be released again. */
async function readForm(path: string, extension: 'br' | 'gz', content: Buffer): Promise<Buffer | undefined> {
  try {
    const form = await readFile(`${path}.${extension}`);
    const found = await decompressors[extension](form, { maxOutputLength: Math.max(1, content.length) });
    return found.equals(content) ? form : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Compressed forms from the folder of a release: a build that shares files with it need not compress them again, which takes seconds.
 */
export function formsIn(folder: string): KnownForms {
  return async (path, content): Promise<CompressedForms | undefined> => {
    const at = join(folder, path);
    const [brotli, gzipped] = await Promise.all([readForm(at, 'br', content), readForm(at, 'gz', content)]);
    return brotli && gzipped && { brotli, gzip: gzipped };
  };
}
