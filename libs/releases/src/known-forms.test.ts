import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import { readRemoteBuild, type BuildOutput } from './build-output.ts';
import { formsIn } from './known-forms.ts';
import { aDist, writeDist } from './testing/a-dist.ts';

let release: string;
beforeEach(async () => {
  release = await mkdtemp(join(tmpdir(), 'forms-'));
});
afterEach(() => rm(release, { recursive: true }));

const fast = (content: Buffer): Buffer => brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } });

/** Puts a form into the release's folder. */
async function put(path: string, form: Buffer): Promise<void> {
  await mkdir(dirname(join(release, path)), { recursive: true });
  await writeFile(join(release, path), form);
}

const formsOf = ({ files }: BuildOutput) =>
  new Map(files.flatMap(({ path, brotli, gzip }) => (brotli && gzip ? [[path, [brotli, gzip]] as const] : [])));

test('forms in a release are used again, except damaged ones and those of other content', async () => {
  const dist = aDist();
  for (const name of ['same', 'cut', 'other', 'lost'])
    dist.files[`assets/${name}.js`] = `export const text = '${name} '.repeat(9);`;
  const { folder, remove } = await writeDist(dist);
  try {
    const first = await readRemoteBuild('eggs', '0.1.0', folder);
    for (const { path, content, brotli } of first.files) {
      if (!brotli) continue;
      await put(`${path}.br`, fast(content));
      await put(`${path}.gz`, gzipSync(content, { level: 1 }));
    }
    await put('assets/cut.js.br', fast(Buffer.from('export {};')).subarray(0, 4));
    await put('assets/other.js.gz', gzipSync('export const evil = 1;'));
    await rm(join(release, 'assets/lost.js.br'));

    const again = await readRemoteBuild('eggs', '0.1.0', folder, formsIn(release));
    expect(again.manifest.release).toBe(first.manifest.release);
    const [before, now] = [formsOf(first), formsOf(again)];
    expect([...now.keys()]).toEqual([...before.keys()]);
    for (const { path, content } of again.files) {
      const [brotli, gzip] = now.get(path) ?? [];
      if (!brotli || !gzip) continue;
      expect([path, brotliDecompressSync(brotli), gunzipSync(gzip)]).toEqual([path, content, content]);
      const isMadeAnew = /(cut|other|lost)\.js$/.test(path);
      expect([path, brotli]).toEqual([path, isMadeAnew ? before.get(path)?.[0] : fast(content)]);
    }
  } finally {
    await remove();
  }
});
