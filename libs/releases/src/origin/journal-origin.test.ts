import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { releasePaths } from '../paths.ts';
import { readRegistry } from '../registry-store.ts';
import { aFolder, aJournal, eggs, hasEggs, JournalSite, publishIn, scriptOf } from '../testing/a-journal-site.ts';
import { aShellBuild, testKeys as keys } from '../testing/builds.ts';
import { isWhole } from './folder-copy.ts';
import type { JournalOrigin } from './journal-origin.ts';
import { moveReleases } from './move-releases.ts';

let site: JournalSite;
beforeEach(() => {
  site = new JournalSite();
});
afterEach(() => site.close());

test('a damaged release that could not be moved into the store does not keep other processes from following', async () => {
  const root = await aFolder();
  for (const hash of ['a', 'b']) await publishIn(root, eggs(hash));
  // The previous release.
  await writeFile(scriptOf(root, 'a'), 'damaged');
  const origin = site.originIn(root);
  await moveReleases(root, keys.verifying, { journal: site.journal, origin });
  site.keep(root, origin);
  await publishIn(root, aShellBuild('19.3.1'));
  const other = await site.aProcess();
  await other.origin.follow();
  expect((await readRegistry(other.root, keys.verifying)).serial).toBe(3);
  expect(await readFile(scriptOf(other.root, 'b'), 'utf8')).toBe('export const b = 1');
  await Promise.all([origin, other.origin].map((one) => one.repair()));
});

test('a release that is missing from the bucket is stored again with the next change', async () => {
  const one = await site.aProcess();
  await publishIn(one.root, eggs('a'));
  site.stored.clear();
  await publishIn(one.root, eggs('b'));
  const other = await site.aProcess();
  await other.origin.repair();
  const lost = { app: 'eggs', release: eggs('a').manifest.release };
  expect([await isWhole(other.root, lost), site.warnings]).toEqual([true, []]);
});

describe('a release that cannot be written', () => {
  const { app, release } = eggs('a').manifest;
  /** A process that has the shell; a file is in the way of the folder that the next release needs. */
  async function aBlocked() {
    const one = await site.aProcess();
    await publishIn(one.root, aShellBuild('19.3.1'));
    const other = await site.aProcess();
    await other.origin.repair();
    await publishIn(one.root, eggs('a'));
    const inTheWay = join(other.root, 'r/eggs');
    await writeFile(inTheWay, '');
    site.downloads = 0;
    return { ...other, one, has: (hash: string) => hasEggs(other.root, hash), unblock: () => rm(inTheWay) };
  }
  /** The seconds of the clock at which the process downloads something, if it follows twice a second. */
  async function attemptsUntil(end: number, origin: JournalOrigin): Promise<number[]> {
    const attempts: number[] = [];
    for (; site.clock < end * 1_000; site.clock += 500) {
      const before = site.downloads;
      await origin.follow();
      if (site.downloads > before) attempts.push(site.clock / 1_000);
    }
    return attempts;
  }

  test('does not keep the process from following, and is fetched again after pauses of 1, 2, 4 … 60 s', async () => {
    const { root, origin, has, unblock } = await aBlocked();
    await origin.follow();
    expect((await readRegistry(root, keys.verifying)).serial).toBe(2);
    expect(await attemptsUntil(200, origin)).toEqual([1, 3, 7, 15, 31, 63, 123, 183]);
    expect(site.warnings).toHaveLength(9);
    expect(site.warnings[0]).toMatch(/^r\/eggs\/\S+ cannot be written: E/);
    await unblock();
    expect([await attemptsUntil(400, origin), await has('a')]).toEqual([[243], true]);
  });

  test('waits together with all others, and each is fetched once the disk accepts one', async () => {
    const { one, origin, has, unblock } = await aBlocked();
    await publishIn(one.root, eggs('b'));
    await publishIn(one.root, eggs('c'));
    expect(await attemptsUntil(40, origin)).toEqual([0, 1, 3, 7, 15, 31]);
    expect(site.downloads).toBe(6);
    await unblock();
    expect(await attemptsUntil(80, origin)).toEqual([63, 63.5, 64]);
    expect(await Promise.all(['a', 'b', 'c'].map(has))).toEqual([true, true, true]);
  });

  test('is noticed by servers when it is there: they watch the file with the live registry', async () => {
    const { root, origin, unblock } = await aBlocked();
    const mark = async () => (await stat(releasePaths.registryCurrent(root))).ino;
    await origin.follow();
    await unblock();
    const before = await mark();
    site.clock += 1_000;
    await origin.follow();
    expect(await mark()).not.toBe(before);
  });

  test('does not keep the process from starting, and is fetched again after that start too', async () => {
    const { root, origin, has, unblock } = await aBlocked();
    await origin.follow();
    const started = site.originIn(root);
    await started.repair();
    await unblock();
    site.clock += 1_000;
    await started.follow();
    expect([await has('a'), site.warnings.length]).toEqual([true, 2]);
  });

  test('has its statement when it is there', async () => {
    const { one, root, origin, unblock } = await aBlocked();
    await origin.follow();
    const path = `r/${app}/${release}/statement.json`;
    await site.journal.append((await site.journal.head()) + 1, [{ path, text: 'signed' }]);
    await one.origin.follow();
    await origin.follow();
    await unblock();
    site.clock += 1_000;
    await origin.follow();
    expect(await readFile(join(root, path), 'utf8')).toBe('signed');
  });

  test('is fetched by the next process that uses the folder, if this one ends', async () => {
    const { root, origin, has, unblock } = await aBlocked();
    await origin.follow();
    await unblock();
    await origin.close();
    await site.originIn(root).follow();
    expect(await has('a')).toBe(true);
  });

  test('waits for the bucket with the same pauses', async () => {
    const { origin, has, unblock } = await aBlocked();
    await origin.follow();
    await unblock();
    const { get } = site.bundles;
    site.bundles.get = () => {
      site.downloads += 1;
      return Promise.reject(new Error('unreachable'));
    };
    try {
      expect(await attemptsUntil(10, origin)).toEqual([1, 3, 7]);
    } finally {
      site.bundles.get = get;
    }
    expect([await attemptsUntil(20, origin), await has('a')]).toEqual([[15], true]);
    expect(site.warnings[1]).toMatch(/^r\/eggs\/\S+ cannot be fetched again: unreachable$/);
  });

  test('is given up once no revision has it', async () => {
    const { origin } = await aBlocked();
    await origin.follow();
    await site.journal.append((await site.journal.head()) + 1, [{ path: `r/${app}/${release}`, text: null }]);
    site.clock += 1_000;
    await origin.follow();
    const { last } = site.journal;
    site.journal.last = () => Promise.reject(new Error('nothing is due'));
    site.clock += 60_000;
    await origin.follow();
    site.journal.last = last;
    expect([site.downloads, site.warnings.length]).toEqual([1, 1]);
  });
});

test('a change is not made from a folder whose live registry is missing', async () => {
  const { root, origin } = await site.aProcess();
  await publishIn(root, eggs('a'));
  await origin.follow();
  await rm(releasePaths.registryCurrent(root));
  await publishIn(root, aShellBuild('19.3.1'));
  expect(Object.keys((await readRegistry(root, keys.verifying)).apps).sort()).toEqual(['eggs', 'shell']);
});

test('a bundle whose manifest is not the one of its row is not used', async () => {
  const one = await site.aProcess();
  await publishIn(one.root, eggs('a'));
  const { app, release } = eggs('a').manifest;
  const path = `r/${app}/${release}`;
  const [row] = await site.journal.last([path]);
  const stated = JSON.parse(row?.text ?? '') as object;
  await site.journal.append((await site.journal.head()) + 1, [
    { path, text: JSON.stringify({ ...stated, manifest: 'sha384-other' }) },
  ]);
  const other = await site.aProcess();
  await other.origin.repair();
  expect([await hasEggs(other.root, 'a'), site.warnings]).toEqual([false, [`${path} has another manifest in the bucket`]]);
});

test('a repair also brings back registries that are missing or damaged', async () => {
  const { root, origin } = await site.aProcess();
  await publishIn(root, eggs('a'));
  await publishIn(root, eggs('b'));
  await writeFile(releasePaths.registryCurrent(root), '{"cut');
  await rm(releasePaths.registrySerial(root, 1));
  await origin.repair();
  expect((await readRegistry(root, keys.verifying)).serial).toBe(2);
  expect(JSON.parse(await readFile(releasePaths.registrySerial(root, 1), 'utf8'))).toBeTruthy();
});

test.each([
  ['the start after a crash', (one: Awaited<ReturnType<JournalSite['aProcess']>>) => one.origin.repair()],
  ['the next change', (one: Awaited<ReturnType<JournalSite['aProcess']>>) => publishIn(one.root, eggs('c'))],
])('%s removes a release that was placed but not committed, and one that was half written', async (_when, act) => {
  const one = await site.aProcess();
  const folder = join(one.root, 'r/eggs');
  await publishIn(one.root, eggs('a'));
  await one.origin.follow();
  const { append } = site.journal;
  site.journal.append = () => Promise.reject(new Error('killed'));
  await expect(publishIn(one.root, eggs('b'))).rejects.toThrow('killed');
  site.journal.append = append;
  await mkdir(join(folder, '.incoming-1'));
  await act(one);
  await one.origin.follow();
  const left = await readdir(folder);
  expect([left.includes(eggs('a').manifest.release), left.includes(eggs('b').manifest.release)]).toEqual([true, false]);
  expect(left.filter((name) => name.startsWith('.'))).toEqual([]);
});

test('a start with an older backup of the database keeps the releases made since, for visitors who have their pages open', async () => {
  const { root, origin } = await site.aProcess();
  await publishIn(root, eggs('a'));
  const backup = [...(await site.journal.documents(0)), ...(await site.journal.registries(0, 1))];
  await publishIn(root, eggs('b'));
  await origin.follow();
  site.journal = aJournal();
  await site.journal.append(1, backup);
  await site.originIn(root).repair();
  expect(await isWhole(root, { app: 'eggs', release: eggs('b').manifest.release })).toBe(true);
});
