import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { collectGarbage } from './collect-garbage.ts';
import { pointerOf, readHistory } from './history.ts';
import { damagedFiles, readRelease } from './read-release.ts';
import { after, aStoreOfEggs, idOf, start } from './testing/a-store-of-eggs.ts';
import { testKeys as keys, testKeyText } from './testing/builds.ts';

const store = aStoreOfEggs();

test('folders that a killed command had taken out of the store but not deleted are deleted by the next command', async () => {
  await store.put('a');
  const [folder, left] = [idOf('f'), `.discarded-${idOf('f')}-left`].map((name) => join(store.root, 'r/eggs', name));
  await mkdir(folder ?? '');
  await rename(folder ?? '', left ?? '');
  expect((await collectGarbage(store.root, keys, start)).removed).toEqual([`eggs ${idOf('f')}`]);
  expect(await store.names()).toEqual([idOf('a')]);
});

/** Runs the command in its own process. */
async function collectOne(killAt = 0): Promise<{ signal: string | null; out: string }> {
  const script = join(import.meta.dirname, 'testing/collect-one.mjs');
  const child = spawn(process.execPath, [script, store.root, after(100).toISOString()], {
    env: { PATH: process.env['PATH'], KEY: testKeyText, KILL_AT: String(killAt) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const out = text(child.stdout);
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return { signal, out: await out };
}

test('kill -9 before any step leaves each release complete or gone, and the next command finishes the work', async () => {
  const ids = await store.fill();
  const before = `${store.root}-before`;
  await cp(store.root, before, { recursive: true, preserveTimestamps: true });
  try {
    const steps = Number((await collectOne()).out);
    expect(steps).toBeGreaterThan(12);
    let tried = 0;
    for (let killAt = steps; killAt > 0; killAt -= 1) {
      tried += 1;
      await rm(store.root, { recursive: true });
      await cp(before, store.root, { recursive: true, preserveTimestamps: true });
      expect([killAt, (await collectOne(killAt)).signal]).toEqual([killAt, 'SIGKILL']);
      for (const name of (await store.names()).filter((found) => !found.startsWith('.'))) {
        const pointer = await pointerOf(readHistory(store.root, keys.verifying), 'eggs', name);
        if (!pointer) throw new Error(`${name} was never live`);
        expect(await damagedFiles(join(store.root, 'r/eggs', name), await readRelease(store.root, 'eggs', pointer))).toEqual([]);
      }
      await collectGarbage(store.root, keys, after(100));
      expect(await store.names()).toEqual(ids.slice(4).sort());
      await store.put('a', after(100));
      await store.expectWhole(100);
    }
    process.stderr.write(`garbage: killed at ${tried} of ${steps} steps\n`);
  } finally {
    await rm(before, { recursive: true, force: true });
  }
});
