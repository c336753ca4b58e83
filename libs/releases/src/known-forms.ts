import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, type InputType, type ZlibOptions } from 'node:zlib';
import type { CompressedForms, KnownForms } from './collect-files.ts';

type Decompress = (form: InputType, options: ZlibOptions) => Promise<unknown>;
interface Decompressed {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}

const DECOMPRESS: Readonly<Record<'br' | 'gz', Decompress>> = { br: promisify(brotliDecompress), gz: promisify(gunzip) };

/** The form beside a file, if it is undamaged: all of it decompresses to this content. */
async function readForm(path: string, extension: 'br' | 'gz', content: Buffer): Promise<Buffer | undefined> {
  try {
    const form = await readFile(`${path}.${extension}`);
    // With `info`, the result says how much was read: what follows the end of the compressed content is ignored otherwise.
    const options = { info: true, maxOutputLength: Math.max(1, content.length) };
    const { buffer, engine } = (await DECOMPRESS[extension](form, options)) as Decompressed;
    return buffer.equals(content) && engine.bytesWritten === form.length ? form : undefined;
  } catch {
    return undefined;
  }
}

/** The compressed forms beside the files in a folder of a release or a build: releasing them again takes no compressing. */
export function formsIn(folder: string): KnownForms {
  return async (path, content): Promise<CompressedForms | undefined> => {
    const at = join(folder, path);
    const [brotli, gzipped] = await Promise.all([readForm(at, 'br', content), readForm(at, 'gz', content)]);
    return brotli && gzipped && { brotli, gzip: gzipped };
  };
}
