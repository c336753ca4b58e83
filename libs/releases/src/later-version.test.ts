import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseReleaseManifest, type Registry } from '@site/contracts';
import { contractDigest } from './authority/statement.ts';
import { startCanary } from './canary.ts';
import { releasePaths } from './paths.ts';
import { publish } from './publish.ts';
import { readRegistry } from './registry-store.ts';
import { signText } from './signing.ts';
import { retire, rollback } from './switch-release.ts';
import { aRemoteBuild, aRemoteRelease, aShellBuild, testKeys as keys } from './testing/builds.ts';

const now = new Date('2026-11-20T10:00:00Z');
const later = { fromALaterVersion: { of: 'a field' } };
const build = (hash: string) => aRemoteBuild({ hash, text: `export const x = '${hash}'` });

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'later-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Writes the live registry as a later version would, with fields that this one does not know. */
async function addFields(change: (registry: Registry) => object): Promise<void> {
  const registry = JSON.stringify({ ...(await readRegistry(root, keys.verifying)), ...later });
  const changed = JSON.stringify(change(JSON.parse(registry) as Registry));
  const document = JSON.stringify({ registry: changed, signature: signText(changed, keys.signing) });
  await writeFile(releasePaths.registryCurrent(root), document);
}

test('a registry written by a later version can be changed, and keeps the fields that this version does not know', async () => {
  await publish(root, aShellBuild('19.3.1'), keys, now);
  for (const hash of ['a', 'b']) await publish(root, build(hash), keys, now);
  await startCanary(root, build('c'), { share: 0.05, maxErrorRate: 0.02 }, keys, now);
  await addFields(({ apps, ...registry }) => ({
    ...registry,
    apps: Object.fromEntries(
      Object.entries(apps).map(([app, entry]) => [
        app,
        {
          ...entry,
          ...later,
          contract: entry.contract && {
            ...entry.contract,
            routes: entry.contract.routes.map((route) => ({ ...route, ...later })),
          },
          canary: entry.canary && { ...entry.canary, ...later },
        },
      ]),
    ),
  }));

  await publish(root, aShellBuild('19.4.0'), keys, now);
  const { apps, ...registry } = await readRegistry(root, keys.verifying);
  expect(registry).toMatchObject({ serial: 5, ...later });
  expect(apps).toMatchObject({ shell: later, eggs: { ...later, contract: { routes: [later] }, canary: later } });

  await rollback(root, 'eggs', undefined, keys, now);
  await rollback(root, 'eggs', undefined, keys, now);
  expect((await readRegistry(root, keys.verifying)).apps).toMatchObject({ eggs: { ...later, canary: null } });
  await retire(root, 'eggs', keys, now);
  expect(await readRegistry(root, keys.verifying)).toMatchObject({ ...later, retired: { eggs: { last: later } } });
  await rollback(root, 'eggs', undefined, keys, now);
  const restored = await readRegistry(root, keys.verifying);
  expect(restored.retired).toBeUndefined();
  expect(restored).toMatchObject({ ...later, apps: { shell: later, eggs: later } });
});

test('the digest of a contract covers the fields that this version does not know', () => {
  const { contract, ...manifest } = aRemoteRelease();
  const longer = { ...contract, ...later, routes: contract.routes.map((route) => ({ ...route, ...later })) };
  const read = parseReleaseManifest({ ...manifest, contract: longer }, 'release.json');
  expect(contractDigest(read.kind === 'remote' ? read.contract : null)).toBe(contractDigest(longer));
});
