import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { readRemoteBuild, writeForms, type BuildOutput } from './build-output.ts';
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

const quick = (content: Buffer): Buffer => gzipSync(content, { level: 1 });
const JUNK = Buffer.alloc(9);

/** Each has one form that must not be used. */
const SPOILED: Readonly<Record<string, (content: Buffer) => readonly [extension: 'br' | 'gz', form: Buffer]>> = {
  'assets/cut.js': (content) => ['br', fast(content).subarray(0, -4)],
  'assets/other.js': () => ['gz', quick(Buffer.from('export const evil = 1;'))],
  'assets/longer.js': (content) => ['br', Buffer.concat([fast(content), JUNK])],
  'assets/padded.js': (content) => ['gz', Buffer.concat([quick(content), JUNK])],
};

test('forms in a release are used again, except damaged ones and those of other content', async () => {
  const dist = aDist();
  for (const path of ['assets/same.js', 'assets/lost.js', ...Object.keys(SPOILED)])
    dist.files[path] = `export const text = '${path} '.repeat(9);`;
  const { folder, remove } = await writeDist(dist);
  try {
    const first = await readRemoteBuild('eggs', '0.1.0', folder);
    for (const { path, content, brotli } of first.files) {
      if (!brotli) continue;
      await put(`${path}.br`, fast(content));
      await put(`${path}.gz`, quick(content));
      const [extension, form] = SPOILED[path]?.(content) ?? [];
      if (form) await put(`${path}.${extension}`, form);
    }
    await rm(join(release, 'assets/lost.js.br'));

    const asked: string[] = [];
    const again = await readRemoteBuild('eggs', '0.1.0', folder, (id) => {
      asked.push(id);
      return formsIn(release);
    });
    expect(asked).toEqual([first.manifest.release]);
    expect(again.manifest.release).toBe(first.manifest.release);
    const [before, now] = [formsOf(first), formsOf(again)];
    expect([...now.keys()]).toEqual([...before.keys()]);
    for (const { path, content, brotli, gzip } of again.files) {
      if (!brotli || !gzip) continue;
      const isMadeAnew = path in SPOILED || path === 'assets/lost.js';
      expect([path, brotli, gzip]).toEqual([path, ...((isMadeAnew && before.get(path)) || [fast(content), quick(content)])]);
      expect(again.manifest.files[path]?.compressedBytes).toBe(brotli.length);
    }
  } finally {
    await remove();
  }
});

test('forms written beside a build are released as they are, and are no files of their own; damaged ones are made again', async () => {
  const dist = aDist();
  const [intact, damaged, apart] = ['assets/intact.js', 'assets/damaged.js', 'assets/figures.gz'];
  for (const path of [intact, damaged]) dist.files[path] = `export const text = '${path} '.repeat(9);`;
  dist.files[apart] = 'There is no file of this name without the extension.';
  dist.files['assets/table.csv'] = 'week,price';
  dist.files['assets/table.csv.gz'] = 'Tables are not compressed, so this is a file of its own.';
  const { folder, remove } = await writeDist(dist);
  try {
    const first = await readRemoteBuild('eggs', '0.1.0', folder);
    await writeForms(folder);
    for (const [path, forms] of formsOf(first))
      expect([await readFile(join(folder, `${path}.br`)), await readFile(join(folder, `${path}.gz`))]).toEqual(forms);

    const other = fast(Buffer.from(dist.files[intact] ?? ''));
    await writeFile(join(folder, `${intact}.br`), other);
    await writeFile(join(folder, `${damaged}.br`), JUNK);
    const again = await readRemoteBuild('eggs', '0.1.0', folder);
    expect(again.manifest.release).toBe(first.manifest.release);
    expect(again.files.map(({ path }) => path)).toEqual(first.files.map(({ path }) => path));
    for (const file of [apart, 'assets/table.csv.gz']) expect(first.manifest.files).toHaveProperty([file]);
    expect(formsOf(again).get(intact)?.[0]).toEqual(other);
    expect(formsOf(again).get(damaged)).toEqual(formsOf(first).get(damaged));
  } finally {
    await remove();
  }
});
