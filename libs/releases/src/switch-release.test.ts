import { keyIdOf } from './authority/tuf-metadata.ts';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promote, startCanary } from './canary.ts';
import { readLog } from './deployments.ts';
import { isRolledBack, readHistory } from './history.ts';
import { releasePaths } from './paths.ts';
import { publish } from './publish.ts';
import { readRegistry } from './registry-store.ts';
import { kill, rollback } from './switch-release.ts';
import { aRemoteBuild, aShellBuild, testKeys as keys } from './testing/builds.ts';

const DAY_MS = 86_400_000;
const start = new Date('2026-11-20T10:00:00Z');
const after = (days: number) => new Date(start.getTime() + days * DAY_MS);
const idOf = (hash: string) => `0.1.0-${hash.repeat(12)}`;

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'switch-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const put = (hash: string, now = start) => publish(root, aRemoteBuild({ hash, text: `export const x = '${hash}'` }), keys, now);
async function live(): Promise<{ stable: string; previous: string | undefined }> {
  const { apps } = await readRegistry(root, keys.verifying);
  return { stable: apps['eggs']?.stable.release ?? '', previous: apps['eggs']?.previous?.release };
}

describe('rollback', () => {
  test('of a name that every object has is refused like that of an unknown app', async () => {
    await put('a');
    await expect(rollback(root, 'constructor', undefined, keys, start)).rejects.toThrow(
      '"constructor" has no release; the released apps are eggs',
    );
  });

  test('makes the previous release live again, with the previous release that it had then', async () => {
    for (const hash of ['a', 'b', 'c']) await put(hash);
    expect(await rollback(root, 'eggs', undefined, keys, start)).toEqual({ serial: 4, from: idOf('c'), to: idOf('b') });
    expect(await live()).toEqual({ stable: idOf('b'), previous: idOf('a') });
    await rollback(root, 'eggs', undefined, keys, start);
    expect(await live()).toEqual({ stable: idOf('a'), previous: undefined });
    await expect(rollback(root, 'eggs', undefined, keys, start)).rejects.toThrow(`eggs ${idOf('a')} has no release before it`);
  });

  test('reaches any release that was live, even a newer one', async () => {
    for (const hash of ['a', 'b', 'c']) await put(hash);
    await rollback(root, 'eggs', idOf('a'), keys, start);
    await rollback(root, 'eggs', idOf('c'), keys, start);
    expect(await live()).toEqual({ stable: idOf('c'), previous: idOf('b') });
  });

  test('counts as a decision against a release until it is live again; replacing a release with a newer one does not', async () => {
    for (const hash of ['a', 'b', 'c']) await put(hash);
    const rolledBack = async () => {
      const found: string[] = [];
      for (const hash of ['a', 'b', 'c', 'd'])
        if (await isRolledBack(readHistory(root, keys.verifying), 'eggs', idOf(hash))) found.push(hash);
      return found;
    };
    expect(await rolledBack()).toEqual([]);
    await rollback(root, 'eggs', undefined, keys, start);
    expect(await rolledBack()).toEqual(['c']);
    await put('d');
    expect(await rolledBack()).toEqual(['c']);
    await put('c');
    expect(await rolledBack()).toEqual([]);
    await rollback(root, 'eggs', idOf('a'), keys, start);
    await kill(root, 'eggs', idOf('b'), keys, start);
    expect(await rolledBack()).toEqual(['b', 'c']);
    await startCanary(root, aRemoteBuild({ hash: 'e' }), { share: 0.05, maxErrorRate: 0.02 }, keys, start);
    await rollback(root, 'eggs', undefined, keys, start);
    expect(await isRolledBack(readHistory(root, keys.verifying), 'eggs', idOf('e'))).toBe(true);
  });

  test('writes no file of a release', async () => {
    for (const hash of ['a', 'b']) await put(hash);
    const before = await readdir(join(root, 'r/eggs'));
    await rollback(root, 'eggs', undefined, keys, start);
    expect(await readdir(join(root, 'r/eggs'))).toEqual(before);
  });

  test.each([
    ['an unknown app', 'milk', undefined, '"milk" has no release; the released apps are eggs'],
    ['a release that was never live', 'eggs', idOf('f'), `eggs ${idOf('f')} was never live; \`site log eggs\``],
    ['the live release', 'eggs', idOf('b'), `eggs ${idOf('b')} is already live`],
  ])('is refused for %s', async (_name, app, to, message) => {
    for (const hash of ['a', 'b']) await put(hash);
    await expect(rollback(root, app, to, keys, start)).rejects.toThrow(message);
    expect((await readRegistry(root, keys.verifying)).serial).toBe(2);
  });

  test('is refused when a file of the earlier release was changed', async () => {
    for (const hash of ['a', 'b']) await put(hash);
    await writeFile(join(releasePaths.release(root, 'eggs', idOf('a')), 'remoteEntry.js'), 'evil()');
    await expect(rollback(root, 'eggs', undefined, keys, start)).rejects.toThrow(
      /is damaged \(remoteEntry\.js\); release it again/,
    );
    expect(await live()).toMatchObject({ stable: idOf('b') });
  });

  test('decided on in one state of an app is refused in another: ending a canary must not end the live release', async () => {
    for (const hash of ['a', 'b']) await put(hash);
    await startCanary(root, aRemoteBuild({ hash: 'c' }), { share: 0.05, maxErrorRate: 0.02 }, keys, start);
    const seen = { stable: idOf('b'), canary: idOf('c') };
    expect(await rollback(root, 'eggs', undefined, keys, start, seen)).toMatchObject({ isCanary: true, to: idOf('b') });
    const words = `eggs was changed in the meantime: ${idOf('b')} is live, without a canary`;
    await expect(rollback(root, 'eggs', undefined, keys, start, seen)).rejects.toThrow(words);
    await expect(promote(root, 'eggs', keys, start, seen)).rejects.toThrow(words);
    const another = { stable: idOf('a'), canary: null };
    await expect(rollback(root, 'eggs', idOf('a'), keys, start, another)).rejects.toThrow(words);
    expect(await live()).toMatchObject({ stable: idOf('b') });
  });

  test('must pass the gate like a release', async () => {
    await publish(root, aRemoteBuild({ hash: 'a' }), keys, start);
    await publish(root, aRemoteBuild({ hash: 'b', path: '/projects/other', retired: ['/projects/eggs'] }), keys, start);
    await publish(root, aShellBuild('19.3.1', ['/', '/projects/eggs']), keys, start);
    await expect(rollback(root, 'eggs', idOf('a'), keys, start)).rejects.toThrow('/projects/eggs is a page of the shell');
  });
});

describe('kill', () => {
  test('of the live release makes the previous one live, permanently', async () => {
    for (const hash of ['a', 'b']) await put(hash);
    expect(await kill(root, 'eggs', idOf('b'), keys, start)).toMatchObject({ to: idOf('a') });
    expect(await live()).toEqual({ stable: idOf('a'), previous: undefined });
    await expect(put('b')).rejects.toThrow(`${idOf('b')} was killed and may not be live again`);
    await expect(rollback(root, 'eggs', idOf('b'), keys, start)).rejects.toThrow('was killed');
  });

  test('of the previous release replaces it with an older one or none', async () => {
    for (const hash of ['a', 'b']) await put(hash);
    await put('c');
    await kill(root, 'eggs', idOf('b'), keys, start);
    expect(await live()).toEqual({ stable: idOf('c'), previous: idOf('a') });
    await kill(root, 'eggs', idOf('a'), keys, start);
    expect(await live()).toEqual({ stable: idOf('c'), previous: undefined });
  });

  test('gives the same output when repeated, and writes nothing the second time', async () => {
    for (const hash of ['a', 'b']) await put(hash);
    const { serial } = await kill(root, 'eggs', idOf('b'), keys, start);
    expect(await kill(root, 'eggs', idOf('b'), keys, start)).toMatchObject({ serial });
  });

  test('of the only release is refused, because the page would be gone', async () => {
    await put('a');
    await expect(kill(root, 'eggs', idOf('a'), keys, start)).rejects.toThrow(
      'has no release before it; release a repaired one first',
    );
  });

  test('of an unknown release is refused', async () => {
    await put('a');
    await expect(kill(root, 'eggs', idOf('f'), keys, start)).rejects.toThrow('was never live');
  });
});

test('the log lists every change to the live releases, newest first', async () => {
  await put('a');
  await put('b', after(1));
  await rollback(root, 'eggs', undefined, keys, after(2));
  const by = { keyid: keyIdOf(keys.verifying), name: 'owner', message: null };
  const changes = await readLog(root, keys.verifying);
  expect(changes.map((change) => change.by)).toEqual([by, by, by]);
  expect(changes.map(({ by: _by, ...change }) => change)).toEqual([
    { serial: 3, at: after(2).toISOString(), app: 'eggs', from: idOf('b'), to: idOf('a') },
    { serial: 2, at: after(1).toISOString(), app: 'eggs', from: idOf('a'), to: idOf('b') },
    { serial: 1, at: start.toISOString(), app: 'eggs', from: null, to: idOf('a') },
  ]);
});
