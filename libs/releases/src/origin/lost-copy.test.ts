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
    const deleteFiles = () => rm(join(root, 'r'), { recursive: true });
    const deleteAll = () => rm(root, { recursive: true });
    const hasBoth = async () => (await hasEggs(root, 'a')) && (await hasEggs(root, 'b'));
    const revision = () => readFile(releasePaths.copyRevision(root), 'utf8');
    return { one, root, origin, deleteFiles, deleteAll, hasBoth, revision };
  }

  /** The seconds of the clock at which the process compares everything, if it follows twice a second. */
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
    const { origin, deleteFiles, hasBoth, revision } = await aLoss();
    duringPull(deleteFiles);
    expect([await checksUntil(2, origin), await hasBoth(), await revision()]).toEqual([[0], false, '0']);
    expect([await checksUntil(4, origin), await hasBoth(), await revision()]).toEqual([[2], true, '0']);
    expect([await checksUntil(100, origin), await revision()]).toEqual([[6], '2']);
  });

  test('is checked until nothing is missing, and no longer', async () => {
    const { root, origin, hasBoth, revision } = await aLoss();
    await checksUntil(1, origin);
    await rm(scriptOf(root, 'a'));
    await checksUntil(3, origin);
    await rm(releasePaths.registrySerial(root, 1));
    expect([await checksUntil(100, origin), await hasBoth(), await revision()]).toEqual([[6, 14], true, '2']);
    expect(existsSync(releasePaths.registrySerial(root, 1))).toBe(true);
  });

  test('is checked after the pause by each process that uses it, even by one whose first check finds everything', async () => {
    const { root, origin, hasBoth } = await aLoss();
    const other = site.originIn(root);
    await other.repair();
    await rm(root, { recursive: true });
    await origin.follow();
    await other.follow();
    await rm(scriptOf(root, 'a'));
    await checksUntil(3, other);
    expect(await hasBoth()).toBe(true);
  });

  test('is filled at once after each loss', async () => {
    const { origin, deleteAll, hasBoth } = await aLoss();
    duringPull(deleteAll);
    expect([await checksUntil(2, origin), await hasBoth()]).toEqual([[0, 0.5], true]);
    await checksUntil(3, origin);
    await deleteAll();
    expect([await checksUntil(20, origin), await hasBoth()]).toEqual([[3, 5], true]);
  });

  test('is also checked after the pause if the first attempt fails at its end', async () => {
    const { root, origin, hasBoth } = await aLoss();
    const { last } = site.journal;
    site.journal.last = async (paths) => {
      if (!existsSync(releasePaths.registryCurrent(root))) return last(paths);
      site.journal.last = last;
      throw new Error('unreachable');
    };
    await expect(origin.follow()).rejects.toThrow('unreachable');
    await rm(scriptOf(root, 'a'));
    expect([await checksUntil(20, origin), await hasBoth()]).toEqual([[2, 6], true]);
  });

  test('is checked with growing pauses while the bucket is unreachable', async () => {
    const { origin, hasBoth } = await aLoss();
    const { get } = site.bundles;
    site.bundles.get = () => Promise.reject(new Error('unreachable'));
    try {
      expect(await checksUntil(100, origin)).toEqual([0, 2, 6, 14, 30, 62]);
    } finally {
      site.bundles.get = get;
    }
    expect([await checksUntil(200, origin), await hasBoth()]).toEqual([[122, 182], true]);
  });

  test('is checked while a release cannot be written', async () => {
    const { root, origin, hasBoth } = await aLoss();
    const inTheWay = join(root, 'r/eggs');
    await mkdir(join(root, 'r'), { recursive: true });
    await writeFile(inTheWay, '');
    // At 1, 3 and 7 s because the release is tried again.
    expect(await checksUntil(14, origin)).toEqual([0, 1, 2, 3, 6, 7]);
    await rm(inTheWay);
    await checksUntil(100, origin);
    expect([await hasBoth(), await checksUntil(200, origin)]).toEqual([true, []]);
  });

  test('is noticed even if another change is being followed meanwhile', async () => {
    const { one, root, origin, deleteAll, hasBoth } = await aLoss();
    await checksUntil(10, origin);
    await publishIn(one.root, aShellBuild('19.3.1'));
    duringPull(deleteAll);
    await checksUntil(20, origin);
    expect([await hasBoth(), (await readRegistry(root, keys.verifying)).serial]).toEqual([true, 3]);
  });

  test('is noticed even if a change is made in it first', async () => {
    const { root, origin, deleteFiles, hasBoth } = await aLoss();
    duringPull(deleteFiles);
    await publishIn(root, aShellBuild('19.3.1'));
    await checksUntil(10, origin);
    expect(await hasBoth()).toBe(true);
  });

  test.each([
    ['a change is made in it', (root: string) => publishIn(root, aShellBuild('19.3.1'))],
    [
      'the next process uses it, if this one ends',
      async (root: string, origin: JournalOrigin) => {
        await origin.close();
        await site.originIn(root).follow();
      },
    ],
  ])('is complete again before %s, even if a command has noted its revision', async (_when, act) => {
    const { root, origin, deleteFiles, hasBoth, revision } = await aLoss();
    await origin.follow();
    await site.originIn(root).follow();
    await deleteFiles();
    expect(await revision()).toBe('2');
    await act(root, origin);
    expect(await hasBoth()).toBe(true);
  });

  test('is still recognized as a copy at the next start if that comes before it is complete', async () => {
    const { root, origin, hasBoth } = await aLoss();
    await origin.follow();
    await rm(releasePaths.copyRevision(root));
    await site.originIn(root).repair();
    expect(await hasBoth()).toBe(true);
  });

  test('is not claimed when a folder with releases of its own takes its place', async () => {
    const { root, origin } = await aLoss();
    const own = await aFolder();
    await publishIn(own, eggs('d'));
    await rm(root, { recursive: true, force: true });
    await rename(own, root);
    await expect(origin.follow()).rejects.toThrow('has releases of its own');
    await origin.close();
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

test('a folder that was empty when the process started is filled once', async () => {
  const one = await site.aProcess();
  await publishIn(one.root, eggs('a'));
  const { root, origin } = await site.aProcess();
  await origin.follow();
  expect(await readFile(releasePaths.copyRevision(root), 'utf8')).toBe('1');
});
