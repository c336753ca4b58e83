import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { releasePaths } from '../paths.ts';
import { readRegistry } from '../registry-store.ts';
import { aFolder, eggs, hasEggs, JournalSite, publishIn, scriptOf } from '../testing/a-journal-site.ts';
import { aShellBuild, testKeys as keys } from '../testing/builds.ts';
import type { JournalOrigin } from './journal-origin.ts';

let site: JournalSite;
beforeEach(() => {
  site = new JournalSite();
});
afterEach(() => site.close());

describe('a folder that is deleted while the process is running', () => {
  /** Runs `act` while the next pull is writing, after it has fetched all releases. */
  function duringPull(act: () => Promise<unknown>): void {
    const { registries } = site.journal;
    site.journal.registries = async (...range) => {
      site.journal.registries = registries;
      await act();
      return registries(...range);
    };
  }

  /** A process that has two releases and loses its folder. */
  async function aLoss() {
    const one = await site.aProcess();
    for (const hash of ['a', 'b']) await publishIn(one.root, eggs(hash));
    const { root, origin } = await site.aProcess();
    await origin.repair();
    await rm(root, { recursive: true });
    const deleteAll = () => rm(root, { recursive: true });
    const isThere = async (): Promise<boolean> =>
      (await hasEggs(root, 'a')) &&
      (await hasEggs(root, 'b')) &&
      existsSync(releasePaths.registrySerial(root, 1)) &&
      (await readRegistry(root, keys.verifying)).serial === 2;
    return { one, root, origin, deleteAll, isThere };
  }

  /** The seconds of the site.clock at which the process compares everything, if it follows twice a second. */
  async function checksUntil(end: number, origin: JournalOrigin): Promise<number[]> {
    const checks: number[] = [];
    const { documents } = site.journal;
    site.journal.documents = (after) => {
      checks.push(site.clock / 1_000);
      return documents(after);
    };
    for (; site.clock < end * 1_000; site.clock += 500) await origin.follow().catch(() => undefined);
    site.journal.documents = documents;
    return checks;
  }

  test('is filled again; what was deleted meanwhile is there after two seconds', async () => {
    const { origin, deleteAll, isThere } = await aLoss();
    duringPull(deleteAll);
    expect([await checksUntil(2, origin), await isThere()]).toEqual([[0], false]);
    expect([await checksUntil(4, origin), await isThere()]).toEqual([[2], true]);
  });

  test('is checked until nothing is missing, and no longer', async () => {
    const { root, origin, deleteAll, isThere } = await aLoss();
    duringPull(deleteAll);
    await checksUntil(3, origin);
    await rm(scriptOf(root, 'a'));
    expect([await checksUntil(100, origin), await isThere()]).toEqual([[6, 14], true]);
    expect(await readFile(releasePaths.copyRevision(root), 'utf8')).toBe('2');
  });

  test('is filled at once after each loss', async () => {
    const { root, origin, deleteAll, isThere } = await aLoss();
    duringPull(deleteAll);
    await checksUntil(3, origin);
    await rm(root, { recursive: true });
    expect([await checksUntil(20, origin), await isThere()]).toEqual([[3, 5], true]);
  });

  test('is also checked after the pause if the first attempt fails at its end', async () => {
    const { root, origin, isThere } = await aLoss();
    const { last } = site.journal;
    site.journal.last = async (paths) => {
      if (!existsSync(releasePaths.registryCurrent(root))) return last(paths);
      site.journal.last = last;
      throw new Error('unreachable');
    };
    await expect(origin.follow()).rejects.toThrow('unreachable');
    await rm(scriptOf(root, 'a'));
    expect([await checksUntil(20, origin), await isThere()]).toEqual([[2, 6], true]);
  });

  test('is checked with growing pauses while the bucket is unreachable', async () => {
    const { origin, isThere } = await aLoss();
    const { get } = site.bundles;
    site.bundles.get = () => Promise.reject(new Error('unreachable'));
    try {
      expect(await checksUntil(100, origin)).toEqual([0, 2, 6, 14, 30, 62]);
    } finally {
      site.bundles.get = get;
    }
    expect([await checksUntil(200, origin), await isThere()]).toEqual([[122, 182], true]);
  });

  test('is checked while a release cannot be written', async () => {
    const { root, origin, isThere } = await aLoss();
    const inTheWay = join(root, 'r/eggs');
    await mkdir(join(root, 'r'), { recursive: true });
    await writeFile(inTheWay, '');
    // At 1, 3 and 7 s the release alone is tried again.
    expect(await checksUntil(14, origin)).toEqual([0, 1, 2, 3, 6, 7]);
    await rm(inTheWay);
    await checksUntil(100, origin);
    expect([await isThere(), await checksUntil(200, origin)]).toEqual([true, []]);
  });

  test('is noticed even if another change is being followed meanwhile', async () => {
    const { one, root, origin, deleteAll, isThere } = await aLoss();
    await checksUntil(10, origin);
    await publishIn(one.root, aShellBuild('19.3.1'));
    duringPull(deleteAll);
    await origin.follow();
    await checksUntil(20, origin);
    expect([await hasEggs(root, 'a'), await hasEggs(root, 'b')]).toEqual([true, true]);
    await expect(isThere()).resolves.toBe(false);
    expect((await readRegistry(root, keys.verifying)).serial).toBe(3);
  });

  test('is noticed even if a change is made in it first', async () => {
    const { root, origin } = await aLoss();
    duringPull(() => rm(join(root, 'r'), { recursive: true }));
    await publishIn(root, aShellBuild('19.3.1'));
    await checksUntil(10, origin);
    expect([await hasEggs(root, 'a'), await hasEggs(root, 'b')]).toEqual([true, true]);
  });

  test('is complete again before a change is made in it', async () => {
    const { root, origin } = await aLoss();
    await origin.follow();
    for (const path of [releasePaths.registryCurrent(root), releasePaths.registrySerial(root, 2)]) await rm(path);
    await publishIn(root, aShellBuild('19.3.1'));
    const { serial, apps } = await readRegistry(root, keys.verifying);
    expect([serial, Object.keys(apps).sort()]).toEqual([3, ['eggs', 'shell']]);
  });

  test('is the process’s own after its next start too, if that comes before the folder is complete', async () => {
    const { root, origin, isThere } = await aLoss();
    await origin.follow();
    await rm(releasePaths.copyRevision(root));
    await site.originIn(root).repair();
    expect(await isThere()).toBe(true);
  });

  test('is not claimed when a folder with releases of its own takes its place', async () => {
    const { root, origin } = await aLoss();
    const own = await aFolder();
    await publishIn(own, eggs('d'));
    await rm(root, { recursive: true, force: true });
    await rename(own, root);
    await expect(origin.follow()).rejects.toThrow('has releases of its own');
    expect(await hasEggs(root, 'd')).toBe(true);
    expect(existsSync(releasePaths.copyRevision(root))).toBe(false);
  });

  test('is noticed by servers when files were missing: they watch the file with the live registry', async () => {
    const { root, origin } = await aLoss();
    const mark = async () => (await stat(releasePaths.registryCurrent(root))).ino;
    await checksUntil(1, origin);
    await rm(scriptOf(root, 'a'));
    const before = await mark();
    await checksUntil(3, origin);
    const after = await mark();
    expect(after).not.toBe(before);
    await checksUntil(100, origin);
    expect(await mark()).toBe(after);
  });
});
