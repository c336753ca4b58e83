import { existsSync } from 'node:fs';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { collectGarbage } from './collect-garbage.ts';
import { signOverride } from './override.ts';
import { releasePaths } from './paths.ts';
import { readRegistry } from './registry-store.ts';
import { retire, rollback } from './switch-release.ts';
import { after, aStoreOfEggs, idOf } from './testing/a-store-of-eggs.ts';
import { testKeys as keys } from './testing/builds.ts';

const store = aStoreOfEggs();

test('a release from before the last twenty is garbage once none of its pages can be open', async () => {
  const ids = await store.fill();
  const { removed, bytes } = await collectGarbage(store.root, keys, after(100));
  const oldest = ids.slice(0, 4).map((id) => `eggs ${id}`);
  expect([...removed].sort()).toEqual(oldest.sort());
  expect(bytes).toBeGreaterThan(100);
  expect(await store.names()).toEqual(ids.slice(4).sort());
  expect((await collectGarbage(store.root, keys, after(100))).removed).toEqual([]);
});

test('a release that was live in the last week is not garbage', async () => {
  await store.putAll(30, 0.01);
  await store.age(30);
  expect((await collectGarbage(store.root, keys, after(37))).removed).toEqual([]);
  expect((await collectGarbage(store.root, keys, after(38))).removed).toHaveLength(4);
});

test('a release that a rollback made live again is not garbage, however old', async () => {
  const ids = await store.fill();
  const [oldest = ''] = ids;
  await rollback(store.root, 'eggs', oldest, keys, after(50));
  await store.age(0);
  await collectGarbage(store.root, keys, after(100));
  expect(await store.names()).toContain(oldest);
});

test('a folder that was never live is garbage after a week', async () => {
  await store.put('a');
  const stray = join(store.root, 'r/eggs', idOf('f'));
  await mkdir(stray);
  await utimes(stray, after(0), after(0));
  expect((await collectGarbage(store.root, keys, after(6))).removed).toEqual([]);
  expect((await collectGarbage(store.root, keys, after(8))).removed).toEqual([`eggs ${idOf('f')}`]);
});

test('the release of an override link is not garbage until a week after the link has expired', async () => {
  const [oldest = ''] = await store.fill();
  const wanted = { app: 'eggs', release: oldest, expires: after(101).getTime(), site: 'https://site.example' };
  await signOverride(store.root, wanted, keys);
  await collectGarbage(store.root, keys, after(107.9));
  expect(await store.names()).toContain(oldest);
  await collectGarbage(store.root, keys, after(108.1));
  expect(await store.names()).not.toContain(oldest);
});

test('nothing is garbage while a past registry is lost, because what it kept is unknown', async () => {
  await store.fill();
  await rm(releasePaths.registrySerial(store.root, 3));
  await expect(collectGarbage(store.root, keys, after(100))).rejects.toThrow('registry 3 is missing or not signed by our key');
  expect(await store.names()).toHaveLength(24);
});

test('nothing is garbage while the registry cannot be trusted', async () => {
  await store.put('a');
  await writeFile(releasePaths.registryCurrent(store.root), '{}');
  await expect(collectGarbage(store.root, keys, after(100))).rejects.toMatchObject({ code: 'REGISTRY_UNTRUSTED' });
  expect(await store.names()).toEqual([idOf('a')]);
});

test('a release does not wait for a deletion, not even of the same release', async () => {
  const [oldest = ''] = await store.fill();
  const locked: boolean[] = [];
  const { removed } = await collectGarbage(store.root, keys, after(100), async (folder) => {
    locked.push(existsSync(releasePaths.registryLock(store.root)));
    if (folder.includes(oldest)) await store.put('a', after(100));
    await rm(folder, { recursive: true });
  });
  expect([removed.length, locked]).toEqual([4, [false, false, false, false]]);
  expect((await readRegistry(store.root, keys.verifying)).apps['eggs']?.stable.release).toBe(oldest);
  await store.expectWhole(100);
});

test('a retired remote is kept as long as it can be restored, then all of it is garbage', async () => {
  for (const [index, hash] of ['a', 'b'].entries()) await store.put(hash, after(index));
  await store.age(0);
  const { until } = await retire(store.root, 'eggs', keys, after(2));
  expect(until).toBe(after(32).toISOString());
  expect((await collectGarbage(store.root, keys, after(31))).removed).toEqual([]);
  await rollback(store.root, 'eggs', undefined, keys, after(31));
  await retire(store.root, 'eggs', keys, after(32));
  const { removed } = await collectGarbage(store.root, keys, after(62));
  expect([...removed].sort()).toEqual([idOf('a'), idOf('b')].map((id) => `eggs ${id}`));
  await expect(rollback(store.root, 'eggs', undefined, keys, after(63))).rejects.toThrow(
    'is no longer in this store; release it again',
  );
  expect((await store.put('c', after(64))).changed).toBe(true);
});
