import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeyObject } from 'node:crypto';
import { readAuthorityState } from './authority/authority-store.ts';
import { keyIdOf } from './authority/tuf-metadata.ts';
import type { BuildOutput } from './build-output.ts';
import { main } from './cli.ts';
import { releasePaths } from './paths.ts';
import { publish } from './publish.ts';
import { readRegistry } from './registry-store.ts';
import { withStatement } from './store/build-statement.ts';
import { FolderStore } from './store/folder-store.ts';
import { UploadArea } from './store/upload-area.ts';
import { FolderUploads } from './store/upload-files.ts';
import { giveApp } from './testing/a-team.ts';
import { aRemoteBuild, PROVENANCE, testKeys as owner, testKeyText } from './testing/builds.ts';

const now = new Date('2026-11-20T10:00:00Z');
const REUSED = '0.1.0-aaaaaaaaaaaa';
const TEXTS = { a: 'export const a = 1', b: 'export const b = 1', c: 'export const c = 1' };

let root: string;
let key: KeyObject;
let store: FolderStore;

const signed = (build: BuildOutput, by = key): BuildOutput => withStatement(build, PROVENANCE, by);
const aRelease = (hash: keyof typeof TEXTS, text: string = TEXTS[hash]): BuildOutput => signed(aRemoteBuild({ hash, text }));
const stable = async () => (await readRegistry(root, owner.verifying)).apps['eggs']?.stable.release;

/** Announces a build as a team does over the network. */
async function begin(build: BuildOutput) {
  const area = new UploadArea(root, new FolderUploads(root), owner.verifying, () => now);
  return area.begin('eggs', build.manifestText ?? '', build.statement ?? '', await store.liveApps());
}

/** @returns what the command prints */
async function revokeSince(serial: number): Promise<string[]> {
  const { log } = console;
  const said: string[] = [];
  console.log = (line: string) => said.push(line);
  const command = ['team', 'revoke', 'eggs', '--key', keyIdOf(key), '--since', String(serial)];
  const code = await main(command, { RELEASES_DIR: root, RELEASE_SIGNING_KEY: testKeyText });
  console.log = log;
  expect(code).toBe(0);
  return said;
}

/** A team's releases a, b and c: registry 3 no longer names a. */
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'release-name-'));
  store = new FolderStore(root, owner, () => now, 'http://localhost:3000');
  key = await giveApp(root, 'eggs', now);
  for (const hash of ['a', 'b', 'c'] as const) await store.release(aRelease(hash), null);
});
afterEach(() => rm(root, { recursive: true, force: true }));

test('a team cannot give the name of an old release to another build', async () => {
  const evil = aRelease('a', 'evil()');
  await expect(begin(evil)).rejects.toThrow(`${REUSED} is the name of an earlier release`);
  // Even if both were announced before either was released.
  await expect(store.release(evil, null)).rejects.toThrow(`${REUSED} is the name of an earlier release`);
  await expect(store.canary(evil, { share: 0.1, maxErrorRate: 0.02 }, null)).rejects.toThrow('is the name of an earlier release');
  const file = join(releasePaths.release(root, 'eggs', REUSED), 'remoteEntry.js');
  expect(await readFile(file, 'utf8')).toBe(TEXTS.a);
  // Control: the same build repairs the release.
  await writeFile(file, 'damaged');
  await expect(begin(aRelease('a'))).resolves.toMatchObject({ release: REUSED });
  await store.release(aRelease('a'), null);
  expect([await stable(), await readFile(file, 'utf8')]).toEqual([REUSED, TEXTS.a]);
});

test('the owner can release a build again even if another version of Node compresses it to different sizes', async () => {
  const { manifest, ...rest } = aRemoteBuild({ hash: 'a', text: TEXTS.a });
  const files = Object.fromEntries(Object.entries(manifest.files).map(([path, file]) => [path, { ...file, compressedBytes: 1 }]));
  await store.release(signed({ manifest: { ...manifest, files }, ...rest }, owner.signing), null);
  expect(await stable()).toBe(REUSED);
});

test('revoking a key with --since also revokes a release that reused an older name', async () => {
  // As a version without the check stored it.
  const evil = aRelease('a', 'evil()');
  const { serial } = await publish(root, aRemoteBuild({ hash: 'a', text: 'evil()' }), owner, now);
  await writeFile(releasePaths.statement(root, 'eggs', REUSED), evil.statement ?? '');
  const { releases } = await readAuthorityState(root, owner.verifying, null);
  const reused = releases.filter(({ release }) => release === REUSED);
  expect(reused.map((one) => [one.serial, one.statement !== null])).toEqual(
    expect.arrayContaining([
      [1, false],
      [serial, true],
    ]),
  );
  const said = await revokeSince(serial);
  expect(said.at(-1)).toBe('2 of its releases stay, 1 is revoked');
  const { apps } = await readRegistry(root, owner.verifying);
  expect([apps['eggs']?.stable.release, apps['eggs']?.killed]).toEqual(['0.1.0-cccccccccccc', [REUSED]]);
});

test('revoking a key removes its release even if those before it can no longer be read', async () => {
  // As `site gc` leaves it: the history names a, whose folder is gone. The manifest of b, which the owner vouches for, is damaged.
  await rm(releasePaths.release(root, 'eggs', REUSED), { recursive: true });
  await writeFile(releasePaths.manifest(root, 'eggs', '0.1.0-bbbbbbbbbbbb'), '{}');
  expect((await revokeSince(3)).at(-1)).toBe('1 of its releases stays, 1 is revoked');
  expect((await readRegistry(root, owner.verifying)).apps).toEqual({});
});
