import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releasePaths } from '../paths.ts';
import { publish } from '../publish.ts';
import { readRegistry } from '../registry-store.ts';
import { aRemoteBuild, aShellBuild, testKeys as keys } from '../testing/builds.ts';
import { isWhole } from './folder-copy.ts';
import { JournalOrigin } from './journal-origin.ts';
import type { JournalRow, ReleaseBundles, ReleaseJournal } from './journal.ts';
import { moveReleases } from './move-releases.ts';
import { keepInOrigin } from './store-origin.ts';

const now = new Date('2026-11-20T10:00:00Z');
const REGISTRY = /^registry\//;

/** The journal of one process; the API's is tested on real databases. */
function aJournal(): ReleaseJournal {
  const changes: (readonly JournalRow[])[] = [];
  const between = (after: number, upTo: number) => changes.slice(after, upTo).flat();
  return {
    exclusively: (work) => work(),
    head: async () => changes.length,
    documents: async (after) => between(after, changes.length).filter(({ path }) => !REGISTRY.test(path)),
    registries: async (after, upTo) => between(after, upTo).filter(({ path }) => REGISTRY.test(path)),
    last: async (paths) => between(0, changes.length).filter(({ path }) => paths.includes(path)),
    append: async (revision, rows) => {
      expect(revision).toBe(changes.length + 1);
      changes.push(rows);
    },
  };
}

const stored = new Map<string, Buffer>();
let downloads = 0;
const bundles: ReleaseBundles = {
  put: async (key, content) => void stored.set(key, content),
  get: async (key) => {
    downloads += 1;
    return stored.get(key) ?? null;
  },
  remove: async (key) => void stored.delete(key),
  async *list() {
    for (const key of stored.keys()) yield { key, modifiedAt: now };
  },
};

const folders: string[] = [];
const leaves: (() => void)[] = [];
let journal: ReleaseJournal;
const warnings: string[] = [];
let clock = 0;
beforeEach(() => {
  clock = 0;
  journal = aJournal();
  stored.clear();
  warnings.length = 0;
});
afterEach(async () => {
  for (const leave of leaves.splice(0)) leave();
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

/** The origin of one process, with a copy in this folder. */
const originIn = (root: string): JournalOrigin =>
  new JournalOrigin(
    root,
    journal,
    bundles,
    (message) => warnings.push(message),
    () => clock,
  );

/** A process with its own copy. */
async function aProcess() {
  const root = await mkdtemp(join(tmpdir(), 'journal-origin-'));
  folders.push(root);
  const origin = originIn(root);
  leaves.push(keepInOrigin(root, origin));
  return { root, origin };
}

type OneProcess = Awaited<ReturnType<typeof aProcess>>;

const eggs = (hash: string) => aRemoteBuild({ hash, text: `export const ${hash} = 1` });
const scriptOf = (root: string, hash: string): string =>
  join(releasePaths.release(root, 'eggs', eggs(hash).manifest.release), 'remoteEntry.js');

const hasEggs = (root: string, hash: string): Promise<boolean> => {
  const { app, release } = eggs(hash).manifest;
  return isWhole(root, { app, release });
};

test('a damaged release that could not be moved into the store does not keep other processes from following', async () => {
  const root = await mkdtemp(join(tmpdir(), 'journal-origin-'));
  folders.push(root);
  for (const hash of ['a', 'b']) await publish(root, eggs(hash), keys, now);
  // The previous release.
  await writeFile(scriptOf(root, 'a'), 'damaged');
  const origin = originIn(root);
  await moveReleases(root, keys.verifying, { journal, origin });
  leaves.push(keepInOrigin(root, origin));
  await publish(root, aShellBuild('19.3.1'), keys, now);
  const other = await aProcess();
  await other.origin.follow();
  expect((await readRegistry(other.root, keys.verifying)).serial).toBe(3);
  expect(await readFile(scriptOf(other.root, 'b'), 'utf8')).toBe('export const b = 1');
  await Promise.all([origin, other.origin].map((one) => one.repair()));
});

test('a release that is missing from the bucket is stored again with the next change', async () => {
  const one = await aProcess();
  await publish(one.root, eggs('a'), keys, now);
  stored.clear();
  await publish(one.root, eggs('b'), keys, now);
  const other = await aProcess();
  await other.origin.repair();
  const lost = { app: 'eggs', release: eggs('a').manifest.release };
  expect([await isWhole(other.root, lost), warnings]).toEqual([true, []]);
});

describe('a release that cannot be written', () => {
  const { app, release } = eggs('a').manifest;
  /** A process that has the shell; a file is in the way of the folder that the next release needs. */
  async function aBlocked() {
    const one = await aProcess();
    await publish(one.root, aShellBuild('19.3.1'), keys, now);
    const other = await aProcess();
    await other.origin.repair();
    await publish(one.root, eggs('a'), keys, now);
    const inTheWay = join(other.root, 'r/eggs');
    await writeFile(inTheWay, '');
    downloads = 0;
    return { ...other, one, has: (hash: string) => hasEggs(other.root, hash), unblock: () => rm(inTheWay) };
  }
  /** The seconds of the clock at which the process downloads something, if it follows twice a second. */
  async function attemptsUntil(end: number, origin: JournalOrigin): Promise<number[]> {
    const attempts: number[] = [];
    for (; clock < end * 1_000; clock += 500) {
      const before = downloads;
      await origin.follow();
      if (downloads > before) attempts.push(clock / 1_000);
    }
    return attempts;
  }

  test('does not keep the process from following, and is fetched again after pauses of 1, 2, 4 … 60 s', async () => {
    const { root, origin, has, unblock } = await aBlocked();
    await origin.follow();
    expect((await readRegistry(root, keys.verifying)).serial).toBe(2);
    expect(await attemptsUntil(200, origin)).toEqual([1, 3, 7, 15, 31, 63, 123, 183]);
    expect(warnings).toHaveLength(9);
    expect(warnings[0]).toMatch(/^r\/eggs\/\S+ cannot be written: E/);
    await unblock();
    expect([await attemptsUntil(400, origin), await has('a')]).toEqual([[243], true]);
  });

  test('waits together with all others, and each is fetched once the disk accepts one', async () => {
    const { one, origin, has, unblock } = await aBlocked();
    await publish(one.root, eggs('b'), keys, now);
    await publish(one.root, eggs('c'), keys, now);
    expect(await attemptsUntil(40, origin)).toEqual([0, 1, 3, 7, 15, 31]);
    expect(downloads).toBe(6);
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
    clock += 1_000;
    await origin.follow();
    expect(await mark()).not.toBe(before);
  });

  test('does not keep the process from starting, and is fetched again after that start too', async () => {
    const { root, origin, has, unblock } = await aBlocked();
    await origin.follow();
    const started = originIn(root);
    await started.repair();
    await unblock();
    clock += 1_000;
    await started.follow();
    expect([await has('a'), warnings.length]).toEqual([true, 2]);
  });

  test('has its statement when it is there', async () => {
    const { one, root, origin, unblock } = await aBlocked();
    await origin.follow();
    const path = `r/${app}/${release}/statement.json`;
    await journal.append((await journal.head()) + 1, [{ path, text: 'signed' }]);
    await one.origin.follow();
    await origin.follow();
    await unblock();
    clock += 1_000;
    await origin.follow();
    expect(await readFile(join(root, path), 'utf8')).toBe('signed');
  });

  test('is fetched by the next process that uses the folder, if this one ends', async () => {
    const { root, origin, has, unblock } = await aBlocked();
    await origin.follow();
    await unblock();
    await origin.close();
    await originIn(root).follow();
    expect(await has('a')).toBe(true);
  });

  test('waits for the bucket with the same pauses', async () => {
    const { origin, has, unblock } = await aBlocked();
    await origin.follow();
    await unblock();
    const { get } = bundles;
    bundles.get = () => {
      downloads += 1;
      return Promise.reject(new Error('unreachable'));
    };
    try {
      expect(await attemptsUntil(10, origin)).toEqual([1, 3, 7]);
    } finally {
      bundles.get = get;
    }
    expect([await attemptsUntil(20, origin), await has('a')]).toEqual([[15], true]);
    expect(warnings[1]).toMatch(/^r\/eggs\/\S+ cannot be fetched again: unreachable$/);
  });

  test('is given up once no revision has it', async () => {
    const { origin } = await aBlocked();
    await origin.follow();
    await journal.append((await journal.head()) + 1, [{ path: `r/${app}/${release}`, text: null }]);
    clock += 1_000;
    await origin.follow();
    const { last } = journal;
    journal.last = () => Promise.reject(new Error('nothing is due'));
    clock += 60_000;
    await origin.follow();
    journal.last = last;
    expect([downloads, warnings.length]).toEqual([1, 1]);
  });
});

describe('a folder that is deleted while the process is running', () => {
  /** A process that has two releases, and loses its folder; `act` runs while it fills the folder again. */
  async function aLoss(act: (root: string) => Promise<void>) {
    const one = await aProcess();
    for (const hash of ['a', 'b']) await publish(one.root, eggs(hash), keys, now);
    const { root, origin } = await aProcess();
    await origin.repair();
    await rm(root, { recursive: true });
    const { registries } = journal;
    journal.registries = async (...range) => {
      journal.registries = registries;
      await act(root);
      return registries(...range);
    };
    const isThere = async (): Promise<boolean> =>
      (await hasEggs(root, 'a')) &&
      (await hasEggs(root, 'b')) &&
      existsSync(releasePaths.registrySerial(root, 1)) &&
      (await readRegistry(root, keys.verifying)).serial === 2;
    return { root, origin, isThere };
  }
  const deleteAll = (root: string): Promise<void> => rm(root, { recursive: true });

  test('is filled again; what was deleted meanwhile is there after two seconds', async () => {
    const { origin, isThere } = await aLoss(deleteAll);
    await origin.follow();
    expect(await isThere()).toBe(false);
    clock += 2_000;
    await origin.follow();
    expect(await isThere()).toBe(true);
  });

  test('is checked until nothing is missing, and no longer', async () => {
    const { root, origin, isThere } = await aLoss(deleteAll);
    for (let n = 0; n < 2; n += 1) {
      await origin.follow();
      await rm(scriptOf(root, 'a'), { force: true });
      clock += 2_000;
    }
    await origin.follow();
    expect(await isThere()).toBe(true);
    clock += 2_000;
    await origin.follow();
    journal.documents = () => Promise.reject(new Error('nothing has changed'));
    clock += 60_000;
    await origin.follow();
  });

  test('is filled by the next attempt if one fails, even if that left a registry and no revision', async () => {
    const { root, origin, isThere } = await aLoss(() => Promise.resolve());
    const { last } = journal;
    journal.last = async (paths) => {
      if (!existsSync(releasePaths.registryCurrent(root))) return last(paths);
      await rm(releasePaths.copyRevision(root));
      throw new Error('unreachable');
    };
    await expect(origin.follow()).rejects.toThrow('unreachable');
    journal.last = last;
    await origin.follow();
    expect(await isThere()).toBe(true);
  });

  test('is noticed by servers when files were missing: they watch the file with the live registry', async () => {
    const { root, origin } = await aLoss(() => Promise.resolve());
    const mark = async () => (await stat(releasePaths.registryCurrent(root))).ino;
    await origin.follow();
    await rm(scriptOf(root, 'a'));
    const before = await mark();
    clock += 2_000;
    await origin.follow();
    const after = await mark();
    expect(after).not.toBe(before);
    clock += 2_000;
    await origin.follow();
    expect(await mark()).toBe(after);
  });
});

test('a repair also brings back registries that are missing or damaged', async () => {
  const { root, origin } = await aProcess();
  await publish(root, eggs('a'), keys, now);
  await publish(root, eggs('b'), keys, now);
  await writeFile(releasePaths.registryCurrent(root), '{"cut');
  await rm(releasePaths.registrySerial(root, 1));
  await origin.repair();
  expect((await readRegistry(root, keys.verifying)).serial).toBe(2);
  expect(JSON.parse(await readFile(releasePaths.registrySerial(root, 1), 'utf8'))).toBeTruthy();
});

test.each([
  ['the start after a crash', (one: OneProcess) => one.origin.repair()],
  ['the next change', (one: OneProcess) => publish(one.root, eggs('c'), keys, now)],
])('%s removes a release that was placed but not committed, and one that was half written', async (_when, act) => {
  const one = await aProcess();
  const folder = join(one.root, 'r/eggs');
  await publish(one.root, eggs('a'), keys, now);
  await one.origin.follow();
  const { append } = journal;
  journal.append = () => Promise.reject(new Error('killed'));
  await expect(publish(one.root, eggs('b'), keys, now)).rejects.toThrow('killed');
  journal.append = append;
  await mkdir(join(folder, '.incoming-1'));
  await act(one);
  await one.origin.follow();
  const left = await readdir(folder);
  expect([left.includes(eggs('a').manifest.release), left.includes(eggs('b').manifest.release)]).toEqual([true, false]);
  expect(left.filter((name) => name.startsWith('.'))).toEqual([]);
});

test('a start with an older backup of the database keeps the releases made since, for visitors who have their pages open', async () => {
  const { root, origin } = await aProcess();
  await publish(root, eggs('a'), keys, now);
  const backup = [...(await journal.documents(0)), ...(await journal.registries(0, 1))];
  await publish(root, eggs('b'), keys, now);
  await origin.follow();
  journal = aJournal();
  await journal.append(1, backup);
  await originIn(root).repair();
  expect(await isWhole(root, { app: 'eggs', release: eggs('b').manifest.release })).toBe(true);
});
