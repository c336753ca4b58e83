import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../cli.ts';
import { readHistory } from '../history.ts';
import { releasePaths } from '../paths.ts';
import { publish } from '../publish.ts';
import { readRegistry } from '../registry-store.ts';
import { generateSigningKey, parseSigningKey, parseVerifyingKey } from '../signing.ts';
import { withStatement } from '../store/build-statement.ts';
import { aGrant, aKey, giveApp } from '../testing/a-team.ts';
import { aRemoteBuild, PROVENANCE, testKeys as owner, testKeyText } from '../testing/builds.ts';
import { authorityOf, holderOf, verifyAuthority } from './authority.ts';
import { changeAuthority } from './authority-store.ts';
import { canonicalJson } from './canonical-json.ts';
import { countersigned, nextRootText, withoutTeamKey, withTeamKey } from './change-authority.ts';
import { readStatement, requireKeyFor } from './statement.ts';
import { keyIdOf, signMetadata, tufKey, type TargetsRole } from './tuf-metadata.ts';

const now = new Date('2026-11-20T10:00:00Z');

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'authority-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

test('canonical JSON sorts names, escapes only quote and backslash, and has only whole numbers', () => {
  expect(canonicalJson({ b: [1, null, true], a: 'q"\\\n', c: undefined })).toBe('{"a":"q\\"\\\\\n","b":[1,null,true]}');
  expect(() => canonicalJson(0.5)).toThrow('whole numbers');
});

test('without documents the owner’s key has every role', () => {
  expect(holderOf(authorityOf(root, owner.verifying), keyIdOf(owner.signing))).toMatchObject({ name: 'owner', apps: 'all' });
});

test('a team’s key is valid only for its app, until it expires', async () => {
  const key = await giveApp(root, 'eggs', now);
  await giveApp(root, 'hens', now);
  const authority = authorityOf(root, owner.verifying);
  const id = keyIdOf(key);
  expect(() => requireKeyFor(authority, id, 'eggs', now)).not.toThrow();
  expect(() => requireKeyFor(authority, id, 'hens', now)).toThrow('may not release hens');
  expect(() => requireKeyFor(authority, id, 'shell', now)).toThrow('may not release shell');
  expect(() => requireKeyFor(authority, id, 'eggs', new Date('2027-01-01T00:00:00Z'))).toThrow('was valid for eggs until 2027');
  expect(() => requireKeyFor(authority, keyIdOf(aKey()), 'eggs', now)).toThrow('may not release eggs');
  // For what every team may do, the key must be valid for some app.
  expect(() => requireKeyFor(authority, id, undefined, now)).not.toThrow();
  expect(() => requireKeyFor(authority, id, undefined, new Date('2027-01-01T00:00:00Z'))).toThrow(
    'was valid for eggs until 2027',
  );
});

test('the shell cannot be delegated, because it runs on the server', () => {
  expect(() => withTeamKey(authorityOf(root, owner.verifying), aGrant('shell'), owner.signing)).toThrow('runs on the server');
});

test('only the owner’s key changes teams, and only the next version of the list is accepted', async () => {
  const key = await giveApp(root, 'eggs', now);
  const authority = authorityOf(root, owner.verifying);
  expect(() => withTeamKey(authority, aGrant('hens'), key)).toThrow("not the owner's key");
  const { text } = withoutTeamKey(authority, 'eggs', keyIdOf(key).slice(0, 8), owner.signing);
  const forged = JSON.stringify({ ...JSON.parse(text), signatures: [] });
  await expect(changeAuthority(root, { targets: forged, statements: [] }, owner, now)).rejects.toThrow('not signed by the owner');
  await changeAuthority(root, { targets: text, statements: [] }, owner, now);
  expect(holderOf(authorityOf(root, owner.verifying), keyIdOf(key))).toBeUndefined();
  await expect(changeAuthority(root, { targets: text, statements: [] }, owner, now)).rejects.toThrow('in the meantime');
});

test('an older list is refused by a process that has seen the newer one', async () => {
  const key = await giveApp(root, 'eggs', now);
  const authority = authorityOf(root, owner.verifying);
  const { text } = withoutTeamKey(authority, 'eggs', keyIdOf(key), owner.signing);
  await changeAuthority(root, { targets: text, statements: [] }, owner, now);
  authorityOf(root, owner.verifying);
  await rm(releasePaths.authority(root, 'targets', 2));
  expect(() => authorityOf(root, owner.verifying)).toThrow('older than the one that was read before');
});

test('a new list takes effect at once, even if the clock of the file system is so coarse that the folder’s time stays the same', async () => {
  const key = await giveApp(root, 'eggs', now);
  const folder = releasePaths.authorityFolder(root);
  await utimes(folder, now, now);
  const authority = authorityOf(root, owner.verifying);
  const { text } = withoutTeamKey(authority, 'eggs', keyIdOf(key), owner.signing);
  await writeFile(releasePaths.authority(root, 'targets', 2), text);
  await utimes(folder, now, now);
  expect(holderOf(authorityOf(root, owner.verifying), keyIdOf(key))).toBeUndefined();
});

test('after the owner’s key changes, the old and the new key both lead to the current documents; a stranger’s chain is refused', () => {
  const [next, stranger, online] = [aKey(), aKey(), aKey()];
  const nextPublic = parseVerifyingKey(next.export({ format: 'der', type: 'pkcs8' }).toString('base64'));
  const none = verifyAuthority(owner.verifying, [], undefined);
  const first = nextRootText(none, { owners: [owner.signing], online, signing: [owner.signing] });
  const before = verifyAuthority(owner.verifying, [first], undefined);
  const second = nextRootText(before, { owners: [next], online, signing: [owner.signing, next] });
  for (const pinned of [owner.verifying, nextPublic]) {
    const { root: role } = verifyAuthority(pinned, [first, second], undefined);
    expect([role.version, role.roles.root.keyids]).toEqual([2, [keyIdOf(next)]]);
  }
  const unsigned = nextRootText(before, { owners: [stranger], online, signing: [stranger] });
  expect(() => verifyAuthority(owner.verifying, [first, unsigned], undefined)).toThrow("not signed by the owner's previous key");
  expect(() => verifyAuthority(stranger, [first, second], undefined)).toThrow('belong to another owner');
});

test('a document that was tampered with is refused', async () => {
  await giveApp(root, 'eggs', now);
  const path = releasePaths.authority(root, 'targets', 1);
  await writeFile(path, (await readFile(path, 'utf8')).replaceAll('1000000', '9000000'));
  // In a process that has not read it before.
  const other = parseVerifyingKey(owner.signing.export({ format: 'der', type: 'pkcs8' }).toString('base64'));
  await writeFile(releasePaths.authority(root, 'targets', 2), await readFile(path, 'utf8'));
  expect(() => authorityOf(root, other)).toThrow("not signed by the owner's key");
});

test('a statement that also names teams is neither read nor countersigned, and a list that names a release is refused', () => {
  const key = aKey();
  const build = withStatement(aRemoteBuild(), PROVENANCE, key);
  const { signed } = JSON.parse(build.statement ?? '') as { signed: TargetsRole };
  const id = keyIdOf(key);
  const role = { name: 'eggs', keyids: [id], threshold: 1, terminating: true as const, paths: [] };
  const delegations = {
    keys: { [id]: tufKey(key) },
    roles: [{ ...role, limits: { prefixes: ['/'], maxBytes: 1_000_000, until: {} } }],
  };
  for (const change of [{ delegations }, { version: 1_000_000 }, { expires: '2027-01-01T00:00:00Z' }]) {
    const text = signMetadata({ ...signed, ...change }, [key]);
    expect(() => readStatement(text)).toThrow('the statement of a release');
    expect(() => countersigned(text, owner.signing)).toThrow('the statement of a release');
    const list = signMetadata({ ...signed, ...change }, [key, owner.signing]);
    expect(() => verifyAuthority(owner.verifying, [], list)).toThrow('the list of teams: signed.targets');
  }
  // Control: the same statement without them.
  expect(readStatement(countersigned(build.statement ?? '', owner.signing))).toMatchObject({ app: 'eggs' });
});

test('a list of teams cannot give anybody the shell', () => {
  const key = aKey();
  const [id, none] = [keyIdOf(key), verifyAuthority(owner.verifying, [], undefined)];
  const list = JSON.parse(withTeamKey(none, aGrant('eggs', key), owner.signing)) as { signed: TargetsRole };
  const renamed = JSON.parse(JSON.stringify(list.signed).replace('"name":"eggs"', '"name":"shell"')) as TargetsRole;
  const authority = verifyAuthority(owner.verifying, [], signMetadata(renamed, [owner.signing]));
  expect(() => requireKeyFor(authority, id, 'shell', now)).toThrow('may not release shell');
  expect(holderOf(authority, id)).toBeUndefined();
});

test('releases from before there were statements are adopted with their previous releases, and none is barred', async () => {
  const store = join(root, 'store');
  await publish(store, aRemoteBuild(), owner, now);
  await publish(store, aRemoteBuild({ hash: 'b', text: 'export const b = 1' }), owner, now);
  const before = (await readRegistry(store, owner.verifying)).apps['eggs'];
  const online = aKey();
  const none = authorityOf(store, owner.verifying);
  const rootText = nextRootText(none, { owners: [owner.signing], online, signing: [owner.signing] });
  const server = { signing: online, verifying: owner.verifying };
  // Without a statement the server may not sign it, and nothing changes.
  await expect(changeAuthority(store, { root: rootText, statements: [] }, server, now)).rejects.toThrow(
    'no key that the owner trusts vouches for',
  );
  expect((await readRegistry(store, owner.verifying)).apps['eggs']).toEqual(before);
  const log = console.log;
  console.log = () => undefined;
  expect(await main(['team', 'adopt'], { RELEASES_DIR: store, RELEASE_SIGNING_KEY: testKeyText })).toBe(0);
  console.log = log;
  await changeAuthority(store, { statements: [] }, server, now);
  const after = await readRegistry(store, owner.verifying);
  expect([after.apps['eggs'], Object.keys(after.statements ?? {})]).toEqual([
    before,
    ['eggs/0.1.0-bbbbbbbbbbbb', 'eggs/0.1.0-aaaaaaaaaaaa'],
  ]);
});

test('in a folder one command changes the owner’s key, even after an interruption; the old key then signs nothing', async () => {
  const [store, next] = [join(root, 'store'), generateSigningKey()];
  const keys = { signing: parseSigningKey(next), verifying: parseVerifyingKey(next) };
  const env = { RELEASES_DIR: store, RELEASE_SIGNING_KEY: testKeyText };
  const { log, error } = console;
  const said: string[] = [];
  console.log = console.error = (line: string) => said.push(line);
  try {
    await publish(store, aRemoteBuild(), owner, now);
    expect(await main(['key', 'rotate'], env)).toBe(1);
    expect(said.at(-1)).toContain('set NEXT_SIGNING_KEY');
    const live = await readFile(releasePaths.registryCurrent(store), 'utf8');
    expect(await main(['key', 'rotate'], { ...env, NEXT_SIGNING_KEY: next })).toBe(0);
    // As if the command had ended before the registry was signed again.
    await writeFile(releasePaths.registryCurrent(store), live);
    await expect(readRegistry(store, owner.verifying)).rejects.toThrow('not signed by our key');
    expect(await main(['team', 'adopt'], { ...env, RELEASE_SIGNING_KEY: next })).toBe(0);
  } finally {
    Object.assign(console, { log, error });
  }
  const newer = aRemoteBuild({ hash: 'b', text: 'export const b = 1' });
  await expect(publish(store, newer, owner, now)).rejects.toThrow('may not sign a registry of this store');
  await publish(store, newer, keys, now);
  for (const { verifying } of [owner, keys])
    expect((await readRegistry(store, verifying)).apps['eggs']?.stable.release).toBe('0.1.0-bbbbbbbbbbbb');
  let oldest = 0;
  for await (const { serial } of readHistory(store, keys.verifying)) oldest = serial;
  expect(oldest).toBe(1);
});
