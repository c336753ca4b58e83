import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releasePaths } from '../paths.ts';
import { publish } from '../publish.ts';
import { readRegistry } from '../registry-store.ts';
import { aRemoteBuild, aShellBuild, testKeys as keys } from '../testing/builds.ts';
import { isWhole } from './folder-copy.ts';
import { JournalOrigin, type JournalRow, type ReleaseBundles, type ReleaseJournal } from './journal-origin.ts';
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

/** A process with its own copy. */
async function aProcess() {
  const root = await mkdtemp(join(tmpdir(), 'journal-origin-'));
  folders.push(root);
  const origin = new JournalOrigin(
    root,
    journal,
    bundles,
    (message) => warnings.push(message),
    () => clock,
  );
  leaves.push(keepInOrigin(root, origin));
  return { root, origin };
}

type OneProcess = Awaited<ReturnType<typeof aProcess>>;

const eggs = (hash: string) => aRemoteBuild({ hash, text: `export const ${hash} = 1` });
const scriptOf = (root: string, hash: string): string =>
  join(releasePaths.release(root, 'eggs', eggs(hash).manifest.release), 'remoteEntry.js');

test('a damaged release that could not be moved into the store does not keep other processes from following', async () => {
  const root = await mkdtemp(join(tmpdir(), 'journal-origin-'));
  folders.push(root);
  for (const hash of ['a', 'b']) await publish(root, eggs(hash), keys, now);
  // The previous release.
  await writeFile(scriptOf(root, 'a'), 'damaged');
  const origin = new JournalOrigin(root, journal, bundles, (message) => warnings.push(message));
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
  const name = { app, release };
  /** A process that has the shell; a file is in the way of the folder that the next release needs. */
  async function aBlocked() {
    const one = await aProcess();
    await publish(one.root, aShellBuild('19.3.1'), keys, now);
    const other = await aProcess();
    await other.origin.follow();
    await publish(one.root, eggs('a'), keys, now);
    const blockage = join(other.root, 'r/eggs');
    await writeFile(blockage, '');
    downloads = 0;
    return { ...other, unblock: () => rm(blockage) };
  }

  test('does not keep the process from following, and is fetched again after pauses of 1, 2, 4 … 60 s', async () => {
    const { root, origin, unblock } = await aBlocked();
    await origin.follow();
    expect((await readRegistry(root, keys.verifying)).serial).toBe(2);
    const attempts: number[] = [];
    for (; clock < 200_000; clock += 500) {
      const before = downloads;
      await origin.follow();
      if (downloads > before) attempts.push(clock);
    }
    expect(attempts).toEqual([1, 3, 7, 15, 31, 63, 123, 183].map((seconds) => seconds * 1000));
    await unblock();
    clock += 60_000;
    await origin.follow();
    expect([await isWhole(root, name), downloads]).toEqual([true, 10]);
    clock += 60_000;
    await origin.follow();
    expect(downloads).toBe(10);
    expect(warnings[0]).toMatch(/^r\/eggs\/\S+ cannot be written: .+; another attempt follows in 1 s$/);
  });

  test('does not keep the process from starting, and is fetched again after that start too', async () => {
    const { root, origin, unblock } = await aBlocked();
    await origin.follow();
    const started = new JournalOrigin(
      root,
      journal,
      bundles,
      (message) => warnings.push(message),
      () => clock,
    );
    await started.repair();
    await unblock();
    clock += 1_000;
    await started.follow();
    expect([await isWhole(root, name), warnings]).toEqual([true, [expect.any(String), expect.any(String)]]);
  });

  test('is given up once no revision has it', async () => {
    const { origin } = await aBlocked();
    await origin.follow();
    await journal.append((await journal.head()) + 1, [{ path: `r/${app}/${release}`, text: null }]);
    clock += 1_000;
    await origin.follow();
    clock += 60_000;
    await origin.follow();
    expect(downloads).toBe(1);
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
  await new JournalOrigin(root, journal, bundles, (message) => warnings.push(message)).repair();
  expect(await isWhole(root, { app: 'eggs', release: eggs('b').manifest.release })).toBe(true);
});
