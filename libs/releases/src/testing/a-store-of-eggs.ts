import { cp, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releasePaths } from '../paths.ts';
import { publish } from '../publish.ts';
import { damagedFiles, readRelease } from '../read-release.ts';
import { readRegistry } from '../registry-store.ts';
import { aRemoteBuild, testKeys as keys } from './builds.ts';

const DAY_MS = 86_400_000;
export const start = new Date('2026-11-20T10:00:00Z');
export const after = (days: number) => new Date(start.getTime() + days * DAY_MS);
/** The release of a build; `hash` determines its name. */
export const idOf = (hash: string) => `0.1.0-${hash.repeat(12 / hash.length)}`;
const hashes = 'abcdef0123456789'.split('').concat(['ab', 'cd', 'ef', '01', '23', '45', '67', '89']);

function putIn(root: string, hash: string, now = start) {
  const build = aRemoteBuild({ text: `export const x = '${hash}'` });
  return publish(root, { ...build, manifest: { ...build.manifest, release: idOf(hash) } }, keys, now);
}

/** Twenty-four releases one after another, `days` apart. */
async function putAllIn(root: string, first = 0, days = 1): Promise<void> {
  for (const [index, hash] of hashes.entries()) await putIn(root, hash, after(first + index * days));
}

/** An empty store for each test in the file; its only remote is `eggs`. */
export function aStoreOfEggs() {
  let root: string;
  /** A store with one release on each of twenty-four days, with which most tests start. */
  let full: string;
  beforeAll(async () => {
    full = await mkdtemp(join(tmpdir(), 'garbage-full-'));
    await putAllIn(full);
  });
  afterAll(() => rm(full, { recursive: true, force: true }));
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'garbage-'));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const names = async () => (await readdir(join(root, 'r/eggs'))).sort();

  /** Sets the modification time of each folder, in days after the start. */
  async function age(days: number): Promise<void> {
    for (const name of await names()) await utimes(join(root, 'r/eggs', name), after(days), after(days));
  }

  return {
    /** The folder of the test's store. */
    get root() {
      return root;
    },
    names,
    age,
    put: (hash: string, now?: Date) => putIn(root, hash, now),
    putAll: (first: number, days: number) => putAllIn(root, first, days),

    /** @returns the releases, oldest first, each as if made on the first day */
    async fill(): Promise<string[]> {
      await cp(full, root, { recursive: true });
      await age(0);
      return hashes.map(idOf);
    },

    /** Checks every file of the stable and the previous release: none may be missing or damaged. */
    async expectWhole(days: number): Promise<void> {
      const current = await readRegistry(root, keys.verifying);
      for (const pointer of [current.apps['eggs']?.stable, current.apps['eggs']?.previous]) {
        if (!pointer) throw new Error(`nothing is live after ${days} days`);
        const manifest = await readRelease(root, 'eggs', pointer);
        expect(await damagedFiles(releasePaths.release(root, 'eggs', pointer.release), manifest)).toEqual([]);
      }
    },
  };
}
