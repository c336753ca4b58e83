import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectGarbage } from './collect-garbage.ts';
import { readHistory } from './history.ts';
import { signOverride } from './override.ts';
import { releasePaths } from './paths.ts';
import { publish } from './publish.ts';
import { damagedFiles, readRelease } from './read-release.ts';
import { retire, rollback } from './switch-release.ts';
import { aRemoteBuild, testKeys as keys } from './testing/builds.ts';

const DAY_MS = 86_400_000;
const start = new Date('2026-11-20T10:00:00Z');
const after = (days: number) => new Date(start.getTime() + days * DAY_MS);
const idOf = (hash: string) => `0.1.0-${hash.repeat(12 / hash.length)}`;
const hashes = 'abcdef0123456789'.split('').concat(['ab', 'cd', 'ef', '01', '23', '45', '67', '89']);

let root: string;
/** A store with one release on each of twenty-four days, with which most tests start. */
let full: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'garbage-full-'));
  await putAll();
  full = root;
});
afterAll(() => rm(full, { recursive: true, force: true }));
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'garbage-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

function put(hash: string, now = start) {
  const build = aRemoteBuild({ text: `export const x = '${hash}'` });
  return publish(root, { ...build, manifest: { ...build.manifest, release: idOf(hash) } }, keys, now);
}
const names = async () => (await readdir(join(root, 'r/eggs'))).sort();
/** Sets the age of each folder to that of its release. */
async function age(days: number): Promise<void> {
  for (const name of await names()) await utimes(join(root, 'r/eggs', name), after(days), after(days));
}
/** Twenty-four releases one after another, `days` apart. */
async function putAll(first = 0, days = 1): Promise<void> {
  for (const [index, hash] of hashes.entries()) await put(hash, after(first + index * days));
}

/** @returns the releases, oldest first, each as if made on the first day */
async function fill(): Promise<string[]> {
  await cp(full, root, { recursive: true });
  await age(0);
  return hashes.map(idOf);
}

/** Releases of a registry, with every file checked: none may be incomplete. */
async function expectWhole(days: number): Promise<void> {
  const [current] = await readHistory(root, keys.verifying);
  for (const pointer of [current?.apps['eggs']?.stable, current?.apps['eggs']?.previous]) {
    if (!pointer) throw new Error(`nothing is live after ${days} days`);
    const manifest = await readRelease(root, 'eggs', pointer);
    expect(await damagedFiles(releasePaths.release(root, 'eggs', pointer.release), manifest)).toEqual([]);
  }
}

test('garbage is what was live before the last twenty, once none of its pages can be open', async () => {
  const ids = await fill();
  const { removed, bytes } = await collectGarbage(root, keys, after(100));
  const oldest = ids.slice(0, 4).map((id) => `eggs ${id}`);
  expect([...removed].sort()).toEqual(oldest.sort());
  expect(bytes).toBeGreaterThan(100);
  expect(await names()).toEqual(ids.slice(4).sort());
  expect((await collectGarbage(root, keys, after(100))).removed).toEqual([]);
});

test('what was live within a week is not garbage', async () => {
  await putAll(30, 0.01);
  await age(30);
  expect((await collectGarbage(root, keys, after(37))).removed).toEqual([]);
  expect((await collectGarbage(root, keys, after(38))).removed).toHaveLength(4);
});

test('a release that a rollback made live again is not garbage, however old', async () => {
  const ids = await fill();
  const [oldest = ''] = ids;
  await rollback(root, 'eggs', oldest, keys, after(50));
  await age(0);
  await collectGarbage(root, keys, after(100));
  expect(await names()).toContain(oldest);
});

test('a folder that was never live is garbage after a week', async () => {
  await put('a');
  const stray = join(root, 'r/eggs', idOf('f'));
  await mkdir(stray);
  await utimes(stray, after(0), after(0));
  expect((await collectGarbage(root, keys, after(6))).removed).toEqual([]);
  expect((await collectGarbage(root, keys, after(8))).removed).toEqual([`eggs ${idOf('f')}`]);
});

test('the release of an override link is not garbage until a week after the link has expired', async () => {
  const [oldest = ''] = await fill();
  const wanted = { app: 'eggs', release: oldest, expires: after(101).getTime(), site: 'https://site.example' };
  await signOverride(root, wanted, keys);
  await collectGarbage(root, keys, after(107.9));
  expect(await names()).toContain(oldest);
  await collectGarbage(root, keys, after(108.1));
  expect(await names()).not.toContain(oldest);
});

test('nothing is garbage while a past registry is lost, because what it kept is unknown', async () => {
  await fill();
  await rm(releasePaths.registrySerial(root, 3));
  await expect(collectGarbage(root, keys, after(100))).rejects.toThrow('registries 3 are missing or not signed by our key');
  expect(await names()).toHaveLength(24);
});

test('nothing is garbage while the registry cannot be trusted', async () => {
  await put('a');
  await writeFile(releasePaths.registryCurrent(root), '{}');
  await expect(collectGarbage(root, keys, after(100))).rejects.toMatchObject({ code: 'REGISTRY_UNTRUSTED' });
  expect(await names()).toEqual([idOf('a')]);
});

test('a release does not wait for a deletion, not even of the same release', async () => {
  const [oldest = ''] = await fill();
  const locked: boolean[] = [];
  const { removed } = await collectGarbage(root, keys, after(100), async (folder) => {
    locked.push(existsSync(releasePaths.registryLock(root)));
    if (folder.includes(oldest)) await put('a', after(100));
    await rm(folder, { recursive: true });
  });
  expect([removed.length, locked]).toEqual([4, [false, false, false, false]]);
  expect((await readHistory(root, keys.verifying))[0]?.apps['eggs']?.stable.release).toBe(oldest);
  await expectWhole(100);
});

test('a retired remote is kept as long as it can be restored, then all of it is garbage', async () => {
  for (const [index, hash] of ['a', 'b'].entries()) await put(hash, after(index));
  await age(0);
  const { until } = await retire(root, 'eggs', keys, after(2));
  expect(until).toBe(after(32).toISOString());
  expect((await collectGarbage(root, keys, after(31))).removed).toEqual([]);
  await rollback(root, 'eggs', undefined, keys, after(31));
  await retire(root, 'eggs', keys, after(32));
  const { removed } = await collectGarbage(root, keys, after(62));
  expect([...removed].sort()).toEqual([idOf('a'), idOf('b')].map((id) => `eggs ${id}`));
  await expect(rollback(root, 'eggs', undefined, keys, after(63))).rejects.toThrow(
    'is no longer in this store; release it again',
  );
  expect((await put('c', after(64))).changed).toBe(true);
});
