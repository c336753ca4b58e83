import { createHook } from 'node:async_hooks';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gunzipSync } from 'node:zlib';
import { hexOfIntegrity } from '../authority/statement.ts';
import type { BuildOutput } from '../build-output.ts';
import { integrityOf } from '../integrity.ts';
import { releasePaths } from '../paths.ts';
import { aRemoteBuild, PROVENANCE, testKeys as owner } from '../testing/builds.ts';
import { withStatement } from './build-statement.ts';
import { FolderStore } from './folder-store.ts';
import { RemoteStore } from './remote-store.ts';
import type { SiteClient } from './site-client.ts';
import { UploadArea } from './upload-area.ts';
import { FolderUploads } from './upload-files.ts';

const now = (): Date => new Date('2026-11-20T10:00:00Z');
const SCRIPT = `export const text = '${'a dozen eggs '.repeat(100)}';`;
const SMALL = brotliCompressSync(SCRIPT);

let root: string;
let area: UploadArea;
let store: FolderStore;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'upload-area-'));
  area = new UploadArea(root, new FolderUploads(root), owner.verifying, now);
  store = new FolderStore(root, owner, now, 'http://localhost:3000');
  await store.release(aRemoteBuild({ hash: 'f' }), null);
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** A signed build whose script is said to have this size once compressed. */
function aBuild(compressedBytes: number, hash = 'a'): BuildOutput {
  const { manifest, ...rest } = aRemoteBuild({ text: SCRIPT, hash });
  const files = Object.fromEntries(Object.entries(manifest.files).map(([path, file]) => [path, { ...file, compressedBytes }]));
  return withStatement({ manifest: { ...manifest, files }, ...rest }, PROVENANCE, owner.signing);
}

const announce = async ({ manifestText = '', statement = '' }: BuildOutput) =>
  area.begin('eggs', manifestText, statement, await store.liveApps());

/** Sends what is missing, the script compressed or as it is. */
async function upload(build: BuildOutput, isCompressed: boolean): Promise<void> {
  const { release, missing } = await announce(build);
  for (const text of [SCRIPT, ...Object.values(build.privateFiles)]) {
    const content = hexOfIntegrity(integrityOf(text));
    const bytes = isCompressed ? brotliCompressSync(text) : Buffer.from(text);
    if (missing.includes(content)) await area.put('eggs', release, content, bytes, isCompressed);
  }
}

const built = async ({ manifest }: BuildOutput) => area.build('eggs', manifest.release, await store.liveApps());

/** Number of streams that compress or decompress something during the work. */
async function compressionsDuring(work: () => Promise<unknown>): Promise<number> {
  let streams = 0;
  const hook = createHook({ init: (_id, type) => void (streams += type === 'ZLIB' ? 1 : 0) }).enable();
  await work().finally(() => hook.disable());
  return streams;
}

test('an upload is read without compressing anything, because a check may be repeated any number of times', async () => {
  const plain = aBuild(SCRIPT.length);
  await upload(plain, false);
  expect(await compressionsDuring(() => built(plain))).toBe(0);
  const compressed = aBuild(SMALL.length, 'b');
  await upload(compressed, true);
  expect(await compressionsDuring(() => built(compressed))).toBe(0);
  // Control.
  expect(await compressionsDuring(() => upload(aBuild(SMALL.length, 'c'), true))).toBeGreaterThan(0);

  await store.release(await built(plain), null);
  await store.release(await built(compressed), null);
  const scripts = ['a', 'b'].map((hash) =>
    join(releasePaths.release(root, 'eggs', `0.1.0-${hash.repeat(12)}`), 'remoteEntry.js'),
  );
  expect(scripts.map((path) => ['.br', '.gz'].map((form) => existsSync(path + form)))).toEqual([
    [false, false],
    [true, true],
  ]);
  expect(gunzipSync(await readFile(`${scripts[1]}.gz`)).toString()).toBe(SCRIPT);
});

test('a script that is larger than its declared size is refused', async () => {
  const build = aBuild(SMALL.length);
  await upload(build, false);
  await expect(built(build)).rejects.toThrow('remoteEntry.js does not have the size that release.json states');
});

test('a file whose compressed form was lost is requested again', async () => {
  const first = aBuild(SMALL.length);
  await upload(first, true);
  await store.release(await built(first), null);
  const next = aBuild(SMALL.length, 'b');
  expect((await announce(next)).missing).toEqual([]);
  await rm(join(releasePaths.release(root, 'eggs', first.manifest.release), 'remoteEntry.js.br'));
  expect((await announce(next)).missing).toEqual([hexOfIntegrity(integrityOf(SCRIPT))]);
  await upload(next, true);
  expect((await built(next)).files[0]?.brotli).toEqual(SMALL);
});

test('a file that a build has twice, once compressed, is sent compressed', async () => {
  const [file] = aRemoteBuild({ text: SCRIPT }).files;
  if (!file) throw new Error('no file');
  const build = aBuild(SMALL.length);
  const name = hexOfIntegrity(file.integrity);
  const sent: string[] = [];
  const call = (method: string, path: string): Promise<unknown> => {
    if (method === 'PUT') sent.push(path.slice(path.lastIndexOf('/') + 1));
    return Promise.resolve({ missing: [name] });
  };
  const files = [
    { ...file, brotli: SMALL },
    { ...file, path: 'development/remoteEntry.js' },
  ];
  await new RemoteStore({ call } as unknown as SiteClient).check({ ...build, files });
  expect(sent).toEqual([`${name}.br`]);
});
