import { mkdtemp, readdir, readFile, rm, watch, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JudgeContent } from './content-gate.ts';
import { releasePaths } from './paths.ts';
import { publish, type PublishResult } from './publish.ts';
import { readRegistry, updateRegistry } from './registry-store.ts';
import { aRemoteBuild, aShellBuild, testKeys as keys } from './testing/builds.ts';

const now = new Date('2026-11-20T10:00:00Z');

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'publish-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

test('publishing the same build again changes nothing', async () => {
  expect(await publish(root, aRemoteBuild(), keys, now)).toMatchObject({ serial: 1, changed: true });
  expect(await publish(root, aRemoteBuild(), keys, now)).toMatchObject({ serial: 1, changed: false });
});

describe('the files of a release', () => {
  const judged: string[] = [];
  const judge: JudgeContent = async ({ manifest }) => {
    judged.push(manifest.release);
    // Nobody waits for it.
    await expect(readFile(releasePaths.registryLock(root))).rejects.toMatchObject({ code: 'ENOENT' });
    return [];
  };
  const [build, other] = [aRemoteBuild(), aRemoteBuild({ hash: 'b', text: 'export const b = 1' })];
  const [id, otherId] = [build.manifest.release, other.manifest.release];
  beforeEach(() => judged.splice(0));

  test('are judged before it goes live, and not again while it is live', async () => {
    for (const each of [build, build, other, build]) await publish(root, each, keys, now, judge);
    expect(judged).toEqual([id, otherId, id]);
  });

  test('are judged if another release replaces it while it waits for the lock', async () => {
    for (const each of [other, build]) await publish(root, each, keys, now, judge);
    judged.splice(0);
    let again: Promise<PublishResult> | undefined;
    await updateRegistry(root, keys, now, async (apps) => {
      // Whoever tries the lock has read the registry.
      const events = watch(releasePaths.registryFolder(root));
      again = publish(root, build, keys, now, judge);
      for await (const { filename } of events) if (filename?.startsWith('lock.')) break;
      const { eggs } = apps;
      return eggs?.previous ? { ...apps, eggs: { ...eggs, stable: eggs.previous, previous: eggs.stable } } : apps;
    });
    expect(await again).toMatchObject({ release: id, changed: true });
    expect(judged).toEqual([id]);
  });
});

test('if the registry cannot be read, a build is judged, and the error is about the registry', async () => {
  await publish(root, aRemoteBuild(), keys, now);
  await writeFile(releasePaths.registryCurrent(root), '{}');
  const faulty: JudgeContent = () => Promise.resolve(['a reason']);
  await expect(publish(root, aRemoteBuild(), keys, now, faulty)).rejects.toThrow('eggs: a reason');
  await expect(publish(root, aRemoteBuild(), keys, now)).rejects.toMatchObject({ code: 'REGISTRY_UNTRUSTED' });
});

test('a live release with a missing or changed file is repaired by publishing it again', async () => {
  const build = aRemoteBuild();
  await publish(root, build, keys, now);
  const file = join(releasePaths.release(root, 'eggs', build.manifest.release), 'remoteEntry.js');
  await rm(file);
  await publish(root, build, keys, now);
  expect(await readFile(file, 'utf8')).toBe('export {}');
  await writeFile(file, 'evil()');
  await publish(root, build, keys, now);
  expect(await readFile(file, 'utf8')).toBe('export {}');
});

test('a new release keeps the one that it replaces as the previous release', async () => {
  await publish(root, aRemoteBuild(), keys, now);
  await publish(root, aRemoteBuild({ hash: 'b', text: 'export const b = 1' }), keys, now);
  const { apps } = await readRegistry(root, keys.verifying);
  expect(apps['eggs']?.previous?.release).toBe('0.1.0-aaaaaaaaaaaa');
});

test('a refused release leaves the registry and the folder as they were', async () => {
  await publish(root, aShellBuild('19.3.1', ['/', '/projects/eggs']), keys, now);
  await expect(publish(root, aRemoteBuild(), keys, now)).rejects.toThrow('/projects/eggs is a page of the shell');
  expect(await readdir(join(root, 'r'))).toEqual(['shell']);
  expect((await readRegistry(root, keys.verifying)).serial).toBe(1);
});

test('a shell that would break a live remote is refused, and the message names the remote', async () => {
  await publish(root, aRemoteBuild(), keys, now);
  await expect(publish(root, aShellBuild('20.0.0'), keys, now)).rejects.toThrow(
    'eggs: needs react ^19.0.0; the live shell provides 20.0.0',
  );
  await expect(publish(root, aShellBuild('19.3.1', ['/projects/eggs']), keys, now)).rejects.toThrow(
    'eggs: /projects/eggs is a page of the shell',
  );
});

test('two commands that publish the same build at once both succeed', async () => {
  const results = await Promise.all([publish(root, aRemoteBuild(), keys, now), publish(root, aRemoteBuild(), keys, now)]);
  expect(results.map(({ serial }) => serial)).toEqual([1, 1]);
});

test('what a killed command left behind is removed', async () => {
  await publish(root, aRemoteBuild(), keys, now);
  await writeFile(join(root, 'r/eggs/.incoming-x'), '');
  await publish(root, aRemoteBuild({ hash: 'c', text: 'export const c = 1' }), keys, now);
  expect((await readdir(join(root, 'r/eggs'))).filter((name) => name.startsWith('.'))).toEqual([]);
});
