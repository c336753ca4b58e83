import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectGarbage } from './collect-garbage.ts';
import { deploymentsOf, readHistory } from './history.ts';
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
  test('makes the release before the live one live again, and what stood behind that one stands behind it', async () => {
    for (const hash of ['a', 'b', 'c']) await put(hash);
    expect(await rollback(root, 'eggs', undefined, keys, start)).toEqual({ serial: 4, from: idOf('c'), to: idOf('b') });
    expect(await live()).toEqual({ stable: idOf('b'), previous: idOf('a') });
    await rollback(root, 'eggs', undefined, keys, start);
    expect(await live()).toEqual({ stable: idOf('a'), previous: undefined });
    await expect(rollback(root, 'eggs', undefined, keys, start)).rejects.toThrow(`eggs ${idOf('a')} has no release before it`);
  });

  test('reaches any release that was live, forwards as well', async () => {
    for (const hash of ['a', 'b', 'c']) await put(hash);
    await rollback(root, 'eggs', idOf('a'), keys, start);
    await rollback(root, 'eggs', idOf('c'), keys, start);
    expect(await live()).toEqual({ stable: idOf('c'), previous: idOf('b') });
  });

  test('writes no file of a release', async () => {
    for (const hash of ['a', 'b']) await put(hash);
    const before = await readdir(join(root, 'r/eggs'));
    await rollback(root, 'eggs', undefined, keys, start);
    expect(await readdir(join(root, 'r/eggs'))).toEqual(before);
  });

  test.each([
    ['an app that is not there', 'milk', undefined, 'nothing of "milk" is released; there are eggs'],
    ['a release that never was', 'eggs', idOf('f'), `eggs ${idOf('f')} was never live; \`site log eggs\``],
    ['the live release', 'eggs', idOf('b'), `eggs ${idOf('b')} is live already`],
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

  test('passes the gate like a release does', async () => {
    await publish(root, aRemoteBuild({ hash: 'a' }), keys, start);
    await publish(root, aRemoteBuild({ hash: 'b', path: '/projects/other', retired: ['/projects/eggs'] }), keys, start);
    await publish(root, aShellBuild('19.3.1', ['/', '/projects/eggs']), keys, start);
    await expect(rollback(root, 'eggs', idOf('a'), keys, start)).rejects.toThrow('/projects/eggs is a page of the shell');
  });
});

describe('kill', () => {
  test('of the live release makes room for the one before it, for good', async () => {
    for (const hash of ['a', 'b']) await put(hash);
    expect(await kill(root, 'eggs', idOf('b'), keys, start)).toMatchObject({ to: idOf('a') });
    expect(await live()).toEqual({ stable: idOf('a'), previous: undefined });
    await expect(put('b')).rejects.toThrow(`${idOf('b')} was killed and may not be live again`);
    await expect(rollback(root, 'eggs', idOf('b'), keys, start)).rejects.toThrow('was killed');
  });

  test('of the release behind the live one puts nothing, or an older one, in its place', async () => {
    for (const hash of ['a', 'b']) await put(hash);
    await put('c');
    await kill(root, 'eggs', idOf('b'), keys, start);
    expect(await live()).toEqual({ stable: idOf('c'), previous: idOf('a') });
    await kill(root, 'eggs', idOf('a'), keys, start);
    expect(await live()).toEqual({ stable: idOf('c'), previous: undefined });
  });

  test('says the same when it is said twice, and writes nothing the second time', async () => {
    for (const hash of ['a', 'b']) await put(hash);
    const { serial } = await kill(root, 'eggs', idOf('b'), keys, start);
    expect(await kill(root, 'eggs', idOf('b'), keys, start)).toMatchObject({ serial });
  });

  test('of the only release is refused: the page would be gone', async () => {
    await put('a');
    await expect(kill(root, 'eggs', idOf('a'), keys, start)).rejects.toThrow(
      'has no release before it; release a mended one first',
    );
  });

  test('of what never was is refused', async () => {
    await put('a');
    await expect(kill(root, 'eggs', idOf('f'), keys, start)).rejects.toThrow('was never live');
  });
});

test('the log tells every change of what is live, newest first', async () => {
  await put('a');
  await put('b', after(1));
  await rollback(root, 'eggs', undefined, keys, after(2));
  expect(deploymentsOf(await readHistory(root, keys.verifying))).toEqual([
    { serial: 3, at: after(2).toISOString(), app: 'eggs', from: idOf('b'), to: idOf('a') },
    { serial: 2, at: after(1).toISOString(), app: 'eggs', from: idOf('a'), to: idOf('b') },
    { serial: 1, at: start.toISOString(), app: 'eggs', from: null, to: idOf('a') },
  ]);
});

describe('garbage', () => {
  const hashes = 'abcdef0123456789'.split('').concat(['ab', 'cd', 'ef', '01', '23', '45', '67', '89']);
  const names = async () => (await readdir(join(root, 'r/eggs'))).sort();
  /** Folders get the age that their release has. */
  async function age(days: number): Promise<void> {
    for (const name of await names()) await utimes(join(root, 'r/eggs', name), after(days), after(days));
  }
  /** Twenty-four releases one after another, `days` apart. */
  async function putAll(first = 0, days = 1): Promise<string[]> {
    const ids: string[] = [];
    for (const [index, hash] of hashes.entries()) {
      const build = aRemoteBuild({ text: `export const x = '${hash}'` });
      const release = `0.1.0-${hash.repeat(12 / hash.length)}`;
      await publish(root, { ...build, manifest: { ...build.manifest, release } }, keys, after(first + index * days));
      ids.push(release);
    }
    return ids;
  }

  test('is what was live before the last twenty, once no page of it can be open', async () => {
    const ids = await putAll();
    await age(0);
    const { removed, bytes } = await collectGarbage(root, keys, after(100));
    expect([...removed].sort()).toEqual(
      ids
        .slice(0, 4)
        .map((id) => `eggs ${id}`)
        .sort(),
    );
    expect(bytes).toBeGreaterThan(100);
    expect(await names()).toEqual(ids.slice(4).sort());
    expect((await collectGarbage(root, keys, after(100))).removed).toEqual([]);
  });

  test('is nothing that was live within a week', async () => {
    await putAll(30, 0.01);
    await age(30);
    expect((await collectGarbage(root, keys, after(37))).removed).toEqual([]);
    expect((await collectGarbage(root, keys, after(38))).removed).toHaveLength(4);
  });

  test('is not the release that a rollback made live again, however old', async () => {
    const ids = await putAll();
    const [oldest = ''] = ids;
    await rollback(root, 'eggs', oldest, keys, after(50));
    await age(0);
    await collectGarbage(root, keys, after(100));
    expect(await names()).toContain(oldest);
  });

  test('is a folder that never was live, after a week', async () => {
    await put('a');
    const stray = join(root, 'r/eggs', idOf('f'));
    await mkdir(stray);
    await utimes(stray, after(0), after(0));
    expect((await collectGarbage(root, keys, after(6))).removed).toEqual([]);
    expect((await collectGarbage(root, keys, after(8))).removed).toEqual([`eggs ${idOf('f')}`]);
  });

  test('is nothing as long as one registry of the past is lost: what it kept cannot be known', async () => {
    await putAll();
    await age(0);
    await rm(releasePaths.registrySerial(root, 3));
    await expect(collectGarbage(root, keys, after(100))).rejects.toThrow('registries 3 are gone or not signed by our key');
    expect(await names()).toHaveLength(24);
  });

  test('is nothing as long as the registry cannot be trusted', async () => {
    await put('a');
    await writeFile(releasePaths.registryCurrent(root), '{}');
    await expect(collectGarbage(root, keys, after(100))).rejects.toMatchObject({ code: 'REGISTRY_UNTRUSTED' });
    expect(await names()).toEqual([idOf('a')]);
  });
});
