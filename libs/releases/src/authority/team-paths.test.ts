import type { KeyObject } from 'node:crypto';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Registry } from '@site/contracts';
import type { BuildOutput } from '../build-output.ts';
import { promote, startCanary } from '../canary.ts';
import { main } from '../cli.ts';
import { releasePaths } from '../paths.ts';
import { publish } from '../publish.ts';
import { readRegistry, updateRegistry, type RegistryKeys } from '../registry-store.ts';
import { generateSigningKey, parseSigningKey, publicHalf } from '../signing.ts';
import { withStatement } from '../store/build-statement.ts';
import { ChangedAuthoritySchema } from '../store/remote-responses.ts';
import { retire, rollback } from '../switch-release.ts';
import { aGrant, aKey } from '../testing/a-team.ts';
import { aRemoteBuild, PROVENANCE, testKeys as owner, testKeyText } from '../testing/builds.ts';
import { authorityOf } from './authority.ts';
import { changeAuthority } from './authority-store.ts';
import { nextRootText, withoutTeamKey, withTeamKey } from './change-authority.ts';
import { keyIdOf } from './tuf-metadata.ts';

const now = new Date('2026-11-20T10:00:00Z');
const [EGGS, HENS] = ['/projects/eggs', '/projects/hens'];
const nameOf = (hash: string): string => `0.1.0-${hash.repeat(12)}`;
const REFUSED = `has ${HENS}, which its team may no longer use`;

const teamKeyText = generateSigningKey();
const team = parseSigningKey(teamKeyText);
/** The server's own key, named by the owner. */
const server: RegistryKeys = { signing: aKey(), verifying: owner.verifying };

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'team-paths-'));
  const none = authorityOf(root, owner.verifying);
  const rootText = nextRootText(none, { owners: [owner.signing], online: server.signing, signing: [owner.signing] });
  await changeAuthority(root, { root: rootText, statements: [] }, owner, now);
  await give([EGGS, HENS]);
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Lets the team of `eggs` have pages under these paths only. */
function give(prefixes: readonly string[], key = team, keys = server) {
  const targets = withTeamKey(authorityOf(root, owner.verifying), { ...aGrant('eggs', key), prefixes }, owner.signing);
  return changeAuthority(root, { targets, statements: [] }, keys, now);
}

/** A build with one page, which replaces a build with the other one. */
function aBuild(hash: string, path: string, key: KeyObject = team): BuildOutput {
  const retired = [path === EGGS ? HENS : EGGS];
  return withStatement(aRemoteBuild({ hash, path, retired, text: `export const ${hash} = 1` }), PROVENANCE, key);
}

const put = (hash: string, path: string, key = team, keys = server) => publish(root, aBuild(hash, path, key), keys, now);

/** A change that has nothing to do with the app. */
const changeAnything = (): Promise<Registry> => updateRegistry(root, server, now, (apps) => ({ ...apps }));

/** The hashes of the live and of the previous release; undefined: the app is not on the site. */
async function live(): Promise<[stable: string, previous: string | null] | undefined> {
  const entry = (await readRegistry(root, owner.verifying)).apps['eggs'];
  const hashOf = (release: string): string => release.slice(-1);
  return entry && [hashOf(entry.stable.release), entry.previous && hashOf(entry.previous.release)];
}

describe('a registry that a server signs', () => {
  test('loses the previous release at a withdrawn path, and nothing else', async () => {
    await put('a', HENS);
    await put('b', EGGS);
    expect(await live()).toEqual(['b', 'a']);
    expect(await give([EGGS])).toEqual({
      serial: 3,
      withdrawn: [{ app: 'eggs', release: nameOf('a'), isLive: false, paths: [HENS] }],
    });
    expect(await live()).toEqual(['b', null]);
    await expect(rollback(root, 'eggs', undefined, server, now)).rejects.toThrow('has no release before it');
    await changeAnything();
    expect(await live()).toEqual(['b', null]);
    // It does not come back by itself.
    expect(await give([EGGS, HENS])).toMatchObject({ withdrawn: [] });
    expect(await live()).toEqual(['b', null]);
    expect(await rollback(root, 'eggs', nameOf('a'), server, now)).toMatchObject({ to: nameOf('a') });
  });

  test('keeps the previous release if its team may still use its path', async () => {
    await put('a', EGGS);
    await put('b', EGGS);
    expect(await give([EGGS])).toMatchObject({ withdrawn: [] });
    expect(await live()).toEqual(['b', 'a']);
  });

  test('cannot bring a release back to a withdrawn path, neither as the previous release nor instead of the live one', async () => {
    const current = releasePaths.registryCurrent(root);
    await put('a', HENS);
    await put('b', HENS);
    const both = await readFile(current, 'utf8');
    await put('c', EGGS);
    const before = await readFile(current, 'utf8');
    await give([EGGS]);
    await writeFile(current, before);
    expect(await live()).toEqual(['c', null]);
    await writeFile(current, both);
    expect(await live()).toBeUndefined();
  });

  test('shows the previous release instead of a live one at a withdrawn path, also after the next change', async () => {
    await put('a', EGGS);
    await put('b', HENS);
    await give([EGGS]);
    expect(await live()).toEqual(['a', null]);
    await changeAnything();
    expect(await live()).toEqual(['a', null]);
    expect((await readRegistry(root, owner.verifying)).apps['eggs']?.contract?.routes).toMatchObject([{ path: EGGS }]);
  });

  test('shows the live release again if the owner returns its path before the next change', async () => {
    await put('a', EGGS);
    await put('b', HENS);
    await give([EGGS]);
    await give([EGGS, HENS]);
    expect(await live()).toEqual(['b', 'a']);
  });

  test('does not get a release at a withdrawn path by a rollback', async () => {
    await put('a', HENS);
    await put('b', EGGS);
    await give([EGGS]);
    await expect(rollback(root, 'eggs', nameOf('a'), server, now)).rejects.toThrow(REFUSED);
    expect(await live()).toEqual(['b', null]);
    await put('c', EGGS);
    await rollback(root, 'eggs', nameOf('b'), server, now);
    // When b was live, a was the previous release.
    expect(await live()).toEqual(['b', null]);
  });

  test('does not get a retired remote back at a withdrawn path', async () => {
    await put('a', HENS);
    await retire(root, 'eggs', server, now);
    await give([EGGS]);
    await expect(rollback(root, 'eggs', undefined, server, now)).rejects.toThrow(REFUSED);
    await give([EGGS, HENS]);
    await rollback(root, 'eggs', undefined, server, now);
    expect(await live()).toEqual(['a', null]);
  });

  test('shows a release at a withdrawn path once the owner has released the same build', async () => {
    await put('a', HENS);
    await give([EGGS]);
    expect(await live()).toBeUndefined();
    await expect(put('a', HENS)).rejects.toThrow(REFUSED);
    await put('a', HENS, owner.signing);
    expect(await live()).toEqual(['a', null]);
    await put('b', EGGS);
    expect(await live()).toEqual(['b', 'a']);
  });

  test('keeps a previous release whose manifest cannot be read, and checks it once it can be', async () => {
    await put('a', HENS);
    await put('b', EGGS);
    const manifest = releasePaths.manifest(root, 'eggs', nameOf('a'));
    await rename(manifest, `${manifest}.lost`);
    await give([EGGS]);
    expect(await live()).toEqual(['b', 'a']);
    await rename(`${manifest}.lost`, manifest);
    expect(await live()).toEqual(['b', null]);
  });

  test('never shows a previous release whose manifest cannot be read instead of the live one', async () => {
    await put('a', HENS);
    await put('b', HENS);
    await rm(releasePaths.manifest(root, 'eggs', nameOf('a')));
    await give([EGGS]);
    expect(await live()).toBeUndefined();
  });

  test('goes back past releases at withdrawn paths when a key is revoked', async () => {
    const other = aKey();
    await give([EGGS, HENS], other);
    await put('a', EGGS);
    await put('b', HENS);
    await put('c', EGGS, other);
    await give([EGGS]);
    const { text } = withoutTeamKey(authorityOf(root, owner.verifying), 'eggs', keyIdOf(other), owner.signing);
    await changeAuthority(root, { targets: text, statements: [] }, server, now);
    expect(await live()).toEqual(['a', null]);
  });
});

describe('a registry that the owner’s key signs', () => {
  /** As a server that has the owner's private key signs a change of the team. */
  const forTeam: RegistryKeys = { ...owner, by: { keyid: keyIdOf(team), name: 'eggs' } };

  test('keeps what is live at a withdrawn path, but gets nothing more there, and no previous release', async () => {
    await put('a', HENS, team, forTeam);
    await put('b', HENS, team, forTeam);
    const canary = aBuild('c', HENS);
    await startCanary(root, canary, { share: 0.1, maxErrorRate: 0.02 }, forTeam, now);
    expect(await give([EGGS], team, forTeam)).toMatchObject({
      withdrawn: [
        { release: nameOf('b'), isLive: true },
        { release: nameOf('a'), isLive: false },
      ],
    });
    expect(await live()).toEqual(['b', null]);
    await expect(promote(root, 'eggs', forTeam, now)).rejects.toThrow(REFUSED);
    await rollback(root, 'eggs', undefined, forTeam, now);
    await expect(startCanary(root, canary, { share: 0.1, maxErrorRate: 0.02 }, forTeam, now)).rejects.toThrow(REFUSED);
    await expect(rollback(root, 'eggs', nameOf('a'), forTeam, now)).rejects.toThrow(REFUSED);
    await put('d', EGGS, team, forTeam);
    expect(await live()).toEqual(['d', null]);
  });

  test('is changed by `site team add`, which names the releases at withdrawn paths', async () => {
    await put('a', HENS, team, owner);
    await put('b', EGGS, team, owner);
    const { log } = console;
    const said: string[] = [];
    console.log = (text: string) => said.push(text);
    const add = (paths: string) => main(['team', 'add', 'eggs', '--key', publicHalf(teamKeyText), '--paths', paths], env);
    const env = { RELEASES_DIR: root, RELEASE_SIGNING_KEY: testKeyText };
    try {
      expect([await add(`${EGGS},${HENS}`), await add(EGGS), await add(HENS)]).toEqual([0, 0, 0]);
    } finally {
      console.log = log;
    }
    expect(said.join('\n').split('\n')).toEqual([
      expect.stringContaining(`may release eggs under ${EGGS},${HENS} until`),
      expect.stringContaining(`may release eggs under ${EGGS} until`),
      `eggs ${nameOf('a')} has ${HENS}, which its team may no longer use: it no longer takes over if the live release fails`,
      expect.stringContaining(`may release eggs under ${HENS} until`),
      `eggs ${nameOf('b')} has ${EGGS}, which its team may no longer use: it is live; release it without them, or give them back with \`site team add\``,
    ]);
    expect(await live()).toEqual(['b', null]);
  });
});

test('a server of an earlier version may accept the owner’s documents without naming such releases', () => {
  expect(v.parse(ChangedAuthoritySchema, { serial: 3 })).toEqual({ serial: 3, withdrawn: [] });
});
