import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { withLock } from './lock.ts';
import { readOverride, requireCurrent, signLocalOverride, signOverride } from './override.ts';
import { releasePaths } from './paths.ts';
import { publish } from './publish.ts';
import { generateSigningKey, parseVerifyingKey, signText } from './signing.ts';
import { kill } from './switch-release.ts';
import { aRemoteBuild, testKeys as keys } from './testing/builds.ts';

const now = new Date('2026-11-20T10:00:00Z');
const expires = now.getTime() + 3_600_000;
const site = 'https://site.example';
const first = '0.1.0-aaaaaaaaaaaa';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'override-'));
  for (const hash of ['a', 'b', 'c']) await publish(root, aRemoteBuild({ hash, text: hash }), keys, now);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const linkKeys = { owner: [keys.verifying], online: [] };

const sign = (more: Partial<Parameters<typeof signOverride>[1]> = {}) =>
  signOverride(root, { app: 'eggs', release: first, expires, site, ...more }, keys);

test('a link names a past release, with the hash that its manifest must have', async () => {
  const read = readOverride(await sign(), site, linkKeys);
  expect(read).toEqual({
    app: 'eggs',
    release: first,
    manifestIntegrity: expect.stringMatching(/^sha384-/),
    expires,
    needsStatement: false,
  });
});

test('a release that was never in a registry gets no link, nor does a killed one', async () => {
  await expect(sign({ release: '0.1.0-ffffffffffff' })).rejects.toThrow(
    'is not in any registry of this store; `site canary eggs',
  );
  await kill(root, 'eggs', first, keys, now);
  await expect(sign()).rejects.toThrow('was killed');
});

test('a release whose folder is gone gets no link', async () => {
  await rm(releasePaths.release(root, 'eggs', first), { recursive: true });
  await expect(sign()).rejects.toMatchObject({
    code: 'RELEASE_REFUSED',
    message: expect.stringContaining('no longer in this store'),
  });
});

test('a link waits for a running garbage collection, and is refused if that removes the release', async () => {
  const folder = releasePaths.release(root, 'eggs', first);
  const signing = await withLock(releasePaths.registryLock(root), async () => {
    const result = sign().catch((cause: Error) => cause.message);
    // Without the lock it would have been signed by then.
    await Promise.race([result, delay(300)]);
    await rename(folder, `${folder}-away`);
    return { result };
  });
  expect(await signing.result).toContain('no longer in this store');
});

test.each([
  [
    'signed by another key',
    async () => readOverride(await sign(), site, { owner: [parseVerifyingKey(generateSigningKey())], online: [] }),
    'not signed',
  ],
  ['that somebody changed', async () => readOverride(`x${await sign()}`, site, linkKeys), 'not signed'],
  ['without a signature', async () => readOverride((await sign()).split('.')[0] ?? '', site, linkKeys), 'not signed'],
  ['of another site', async () => readOverride(await sign(), 'https://other.example', linkKeys), 'is for https://site'],
  [
    'that has expired',
    async () => requireCurrent(readOverride(await sign(), site, linkKeys), new Date(expires)),
    'expired at 2026-11-20T11:00',
  ],
  [
    'that is a registry',
    async () => {
      const text = JSON.stringify({ schema: 1 });
      const signature = Buffer.from(signText(text, keys.signing), 'base64').toString('base64url');
      return readOverride(`${Buffer.from(text).toString('base64url')}.${signature}`, site, linkKeys);
    },
    'has a format that this version does not recognize',
  ],
])('a link %s is refused', async (_name, read, reason) => {
  await expect(read()).rejects.toThrow(reason);
});

test('a link is valid until it expires', async () => {
  expect(() => requireCurrent({ app: 'eggs', origin: 'http://localhost:1', expires }, new Date(expires - 1))).not.toThrow();
});

const signLocal = (app: string, origin: string): string => signLocalOverride({ app, origin, expires, site }, keys.signing);

test('a link names a development server on the machine of the person who opens it, even for a remote that was never released', () => {
  const read = readOverride(signLocal('new-remote', 'http://localhost:5173'), site, linkKeys);
  expect(read).toEqual({ app: 'new-remote', origin: 'http://localhost:5173', expires });
});

test.each([
  'http://localhost',
  'https://localhost:5173',
  'http://localhost.evil.example:1',
  'http://10.0.0.1:5173',
  'http://localhost:1/x',
])('no link leads to %s', async (origin) => {
  expect(() => signLocal('eggs', origin)).toThrow('is not a port on this machine');
  // Nor one that the key's holder signed in some other way.
  const text = JSON.stringify({ kind: 'local', app: 'eggs', origin, expires, site });
  const signature = Buffer.from(signText(text, keys.signing), 'base64').toString('base64url');
  const token = `${Buffer.from(text).toString('base64url')}.${signature}`;
  expect(() => readOverride(token, site, linkKeys)).toThrow('has a format that this version does not recognize');
});

test('the shell cannot come from a development server', () => {
  expect(() => signLocal('shell', 'http://localhost:5173')).toThrow('name a remote');
});
