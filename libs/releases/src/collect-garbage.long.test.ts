import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, rename, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { collectGarbage } from './collect-garbage.ts';
import { readHistory } from './history.ts';
import { releasePaths } from './paths.ts';
import { publish } from './publish.ts';
import { damagedFiles, readRelease } from './read-release.ts';
import { aRemoteBuild, testKeys as keys, testKeyText } from './testing/builds.ts';

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

test('what a killed command took out without deleting it is deleted by the next one', async () => {
  await put('a');
  const [folder, left] = [idOf('f'), `.discarded-${idOf('f')}-left`].map((name) => join(root, 'r/eggs', name));
  await mkdir(folder ?? '');
  await rename(folder ?? '', left ?? '');
  expect((await collectGarbage(root, keys, start)).removed).toEqual([`eggs ${idOf('f')}`]);
  expect(await names()).toEqual([idOf('a')]);
});

/** Runs the command in its own process. */
async function collectOne(killAt = 0): Promise<{ signal: string | null; out: string }> {
  const script = join(import.meta.dirname, 'testing/collect-one.mjs');
  const child = spawn(process.execPath, [script, root, after(100).toISOString()], {
    env: { PATH: process.env['PATH'], KEY: testKeyText, KILL_AT: String(killAt) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const out = text(child.stdout);
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return { signal, out: await out };
}

test('kill -9 before any step leaves each release complete or gone, and the next command finishes the work', async () => {
  const ids = await fill();
  const before = `${root}-before`;
  await cp(root, before, { recursive: true, preserveTimestamps: true });
  try {
    const steps = Number((await collectOne()).out);
    expect(steps).toBeGreaterThan(12);
    let tried = 0;
    for (let killAt = steps; killAt > 0; killAt -= 1) {
      tried += 1;
      await rm(root, { recursive: true });
      await cp(before, root, { recursive: true, preserveTimestamps: true });
      expect([killAt, (await collectOne(killAt)).signal]).toEqual([killAt, 'SIGKILL']);
      for (const name of (await names()).filter((found) => !found.startsWith('.'))) {
        const state = (await readHistory(root, keys.verifying)).find(({ apps }) => apps['eggs']?.stable.release === name);
        const pointer = state?.apps['eggs']?.stable;
        if (!pointer) throw new Error(`${name} was never live`);
        expect(await damagedFiles(join(root, 'r/eggs', name), await readRelease(root, 'eggs', pointer))).toEqual([]);
      }
      await collectGarbage(root, keys, after(100));
      expect(await names()).toEqual(ids.slice(4).sort());
      await put('a', after(100));
      await expectWhole(100);
    }
    process.stderr.write(`garbage: killed at ${tried} of ${steps} steps\n`);
  } finally {
    await rm(before, { recursive: true, force: true });
  }
});
