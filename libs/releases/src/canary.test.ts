import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promote, startCanary } from './canary.ts';
import { readLog } from './deployments.ts';
import { releasePaths } from './paths.ts';
import { publish } from './publish.ts';
import { readRegistry } from './registry-store.ts';
import { kill, rollback } from './switch-release.ts';
import { aRemoteBuild, aShellBuild, testKeys as keys } from './testing/builds.ts';
import { canaryAppOf, withCanaryLive } from './visitor-sets.ts';

const now = new Date('2026-11-20T10:00:00Z');
const idOf = (hash: string) => `0.1.0-${hash.repeat(12)}`;
const build = (hash: string, path?: string) =>
  aRemoteBuild({ hash, text: `export const x = '${hash}'`, ...(path ? { path, retired: ['/projects/eggs'] } : {}) });

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'canary-'));
  await publish(root, aShellBuild('19.3.1'), keys, now);
  await publish(root, build('a'), keys, now);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const start = (hash: string, share = 0.05) => startCanary(root, build(hash), { share, maxErrorRate: 0.02 }, keys, now);
const entry = async () => (await readRegistry(root, keys.verifying)).apps['eggs'];

test('a canary does not change the stable release, and its share of the visitors sees it', async () => {
  expect(await start('b')).toEqual({ serial: 3, release: idOf('b'), share: 0.05 });
  const { apps } = await readRegistry(root, keys.verifying);
  const canary = apps['eggs']?.canary;
  expect([apps['eggs']?.stable.release, canary?.release, canary?.since]).toEqual([idOf('a'), idOf('b'), 3]);
  const [from = 0] = canary?.buckets[0] ?? [];
  expect([canaryAppOf(apps, from), canaryAppOf(apps, from + 499), canaryAppOf(apps, from + 500)]).toEqual([
    'eggs',
    'eggs',
    undefined,
  ]);
  const seen = withCanaryLive(apps, 'eggs')['eggs'];
  expect([seen?.stable.release, seen?.previous?.release]).toEqual([idOf('b'), idOf('a')]);
});

test('starting the same canary again changes its share and continues the same trial', async () => {
  await start('b');
  expect(await start('b', 0.25)).toMatchObject({ share: 0.25 });
  expect((await entry())?.canary).toMatchObject({ since: 3 });
});

test('a promoted canary is live for all visitors, and the stable release becomes the previous one', async () => {
  await start('b');
  expect(await promote(root, 'eggs', keys, now)).toEqual({ serial: 4, from: idOf('a'), to: idOf('b') });
  expect(await entry()).toMatchObject({ stable: { release: idOf('b') }, previous: { release: idOf('a') }, canary: null });
});

test('a rollback ends the canary, and a second one applies to the live release', async () => {
  await start('b');
  expect(await rollback(root, 'eggs', undefined, keys, now)).toMatchObject({ from: idOf('b'), to: idOf('a'), isCanary: true });
  expect(await entry()).toMatchObject({ stable: { release: idOf('a') }, canary: null });
  await expect(rollback(root, 'eggs', undefined, keys, now)).rejects.toThrow('has no release before it');
});

test('a killed canary is gone forever, during the trial and afterward', async () => {
  await start('b');
  await kill(root, 'eggs', idOf('b'), keys, now);
  expect((await entry())?.canary).toBeNull();
  await expect(start('b')).rejects.toThrow('was killed');
  await start('c');
  await rollback(root, 'eggs', undefined, keys, now);
  await kill(root, 'eggs', idOf('c'), keys, now);
  await expect(start('c')).rejects.toThrow('was killed');
});

test.each([
  ['a second canary of the same app', () => start('b').then(() => start('c')), 'is being tried; `site promote eggs`'],
  ['the stable release', () => start('a'), 'is already live for every visitor'],
  ['a release during a trial', () => start('b').then(() => publish(root, build('c'), keys, now)), 'is being tried as a canary'],
  ['a promotion without a canary', () => promote(root, 'eggs', keys, now), 'eggs has no canary'],
  [
    'a canary whose page belongs to the shell',
    () => startCanary(root, build('b', '/'), { share: 0.05, maxErrorRate: 0.02 }, keys, now),
    '/ is a page of the shell',
  ],
  [
    'the first release of an app',
    () =>
      startCanary(
        root,
        { ...build('b'), manifest: { ...build('b').manifest, app: 'milk' } },
        { share: 1, maxErrorRate: 0 },
        keys,
        now,
      ),
    'milk has no stable release to fall back to',
  ],
  [
    'a promotion of damaged files',
    async () => {
      await start('b');
      await writeFile(join(releasePaths.release(root, 'eggs', idOf('b')), 'remoteEntry.js'), 'evil()');
      return promote(root, 'eggs', keys, now);
    },
    'is damaged (remoteEntry.js)',
  ],
])('%s is refused', async (_name, act, message) => {
  await expect(act()).rejects.toThrow(message);
});

test('a remote that fits only the stable shell is refused while an incompatible shell is a canary', async () => {
  await startCanary(root, aShellBuild('20.0.0', ['/', '/new']), { share: 0.05, maxErrorRate: 0.02 }, keys, now).then(
    () => Promise.reject(new Error('a shell that is incompatible with a live remote was accepted')),
    (cause: Error) => expect(cause.message).toContain('eggs: needs react ^19.0.0; the live shell provides 20.0.0'),
  );
  await startCanary(root, aShellBuild('19.9.0', ['/', '/new']), { share: 0.05, maxErrorRate: 0.02 }, keys, now);
  await expect(publish(root, build('b', '/new'), keys, now)).rejects.toThrow(
    "alongside the shell's canary: /new is a page of the shell",
  );
});

test('a shell goes live even if an app’s previous release is incompatible with it, and that release no longer takes over', async () => {
  await publish(root, build('b', '/projects/other'), keys, now);
  expect((await entry())?.previous?.release).toBe(idOf('a'));
  await publish(root, aShellBuild('19.3.1', ['/', '/projects/eggs']), keys, now);
  expect(await entry()).toMatchObject({ stable: { release: idOf('b') }, previous: null });
});

test('the log lists every step', async () => {
  await start('b');
  await start('b', 0.5);
  await rollback(root, 'eggs', undefined, keys, now);
  await start('c');
  await promote(root, 'eggs', keys, now);
  const steps = (await readLog(root, keys.verifying)).filter(({ app }) => app === 'eggs');
  expect(steps.map(({ from, to, share }) => [from, to, share])).toEqual([
    [idOf('a'), idOf('c'), undefined],
    [null, idOf('c'), 0.05],
    [idOf('b'), null, 0],
    [idOf('b'), idOf('b'), 0.5],
    [null, idOf('b'), 0.05],
    [null, idOf('a'), undefined],
  ]);
});

test('a killed release is removed both as the canary and as the previous release', async () => {
  await publish(root, build('b'), keys, now);
  // The previous release is a canary again.
  await start('a');
  await kill(root, 'eggs', idOf('a'), keys, now);
  expect(await entry()).toMatchObject({ stable: { release: idOf('b') }, previous: null, canary: null });
});

test('a rollback to the canary ends the trial', async () => {
  await publish(root, build('b'), keys, now);
  await start('a');
  await rollback(root, 'eggs', idOf('a'), keys, now);
  expect(await entry()).toMatchObject({ stable: { release: idOf('a') }, canary: null });
});
