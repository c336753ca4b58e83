import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { releasePaths } from './paths.ts';
import { damagedFiles, readRelease } from './read-release.ts';
import { readRegistry } from './registry-store.ts';
import { generateSigningKey, parseVerifyingKey } from './signing.ts';

const KEY = generateSigningKey();
const verifying = parseVerifyingKey(KEY);

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'crash-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Its own process IDs, as in a container; `skipped` processes before it give the command a different ID than its neighbors. */
const inNamespace = (skipped: number): string[] => {
  const script = 'for i in $(seq $0); do /bin/true; done; "$@"; exit $?';
  return ['unshare', '-p', '-f', '--mount-proc', 'sh', '-c', script, String(skipped)];
};
const canUnshare = process.platform === 'linux' && process.getuid?.() === 0;

/** Runs the command in its own process. */
async function publishOne(
  app: string,
  hash: string,
  { killAt = 0, inside = [] as readonly string[] } = {},
): Promise<{ signal: string | null; code: number | null; out: string }> {
  const words = [...inside, process.execPath, join(import.meta.dirname, 'testing/publish-one.mjs'), root, app, hash];
  const [command = '', ...args] = words;
  const child = spawn(command, args, {
    env: { PATH: process.env['PATH'], KEY, KILL_AT: String(killAt) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const out = text(child.stdout);
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return { code, signal, out: await out };
}

/** What is live, with every file checked against the signed hashes. */
async function liveAndWhole(app: string): Promise<string | undefined> {
  const registry = await readRegistry(root, verifying);
  const entry = registry.apps[app];
  if (!entry) return undefined;
  const manifest = await readRelease(root, app, entry.stable);
  expect(await damagedFiles(releasePaths.release(root, app, entry.stable.release), manifest)).toEqual([]);
  return entry.stable.release;
}

test('kill -9 before any step of a release leaves a valid registry that points to complete files, and the next release succeeds', async () => {
  expect((await publishOne('eggs', 'a')).code).toBe(0);
  // The number of steps, from a run that is not killed; in a separate store it would be different.
  const steps = Number((await publishOne('eggs', 'b')).out);
  expect(steps).toBeGreaterThan(20);
  let [tried, isNew] = [0, 0];
  await rm(root, { recursive: true });
  expect((await publishOne('eggs', 'a')).code).toBe(0);
  const before = `${root}-before`;
  await cp(root, before, { recursive: true, preserveTimestamps: true });
  for (let killAt = steps; killAt > 0; killAt -= 1) {
    await rm(root, { recursive: true });
    await cp(before, root, { recursive: true, preserveTimestamps: true });
    tried += 1;
    const { signal } = await publishOne('eggs', 'b', { killAt });
    expect([killAt, signal]).toEqual([killAt, 'SIGKILL']);
    const release = await liveAndWhole('eggs');
    expect(['0.1.0-aaaaaaaaaaaa', '0.1.0-bbbbbbbbbbbb']).toContain(release);
    if (release === '0.1.0-bbbbbbbbbbbb') isNew += 1;
    expect((await publishOne('eggs', 'c')).code).toBe(0);
    expect(await liveAndWhole('eggs')).toBe('0.1.0-cccccccccccc');
  }
  await rm(before, { recursive: true });
  // The last steps come after the switch: the folder's names are made durable, and the lock is released.
  expect(isNew).toBeGreaterThan(0);
  expect(isNew).toBeLessThan(5);
  process.stderr.write(
    `killed at ${tried} of ${steps} steps: the old release was live ${tried - isNew} times, the new one ${isNew} times\n`,
  );
});

test('twenty commands that release twenty remotes at once all succeed', async () => {
  const apps = Array.from({ length: 20 }, (_, index) => `app-${index}`);
  const codes = await Promise.all(apps.map(async (app) => (await publishOne(app, 'd')).code));
  expect(codes).toEqual(apps.map(() => 0));
  for (const app of apps) expect(await liveAndWhole(app)).toBe('0.1.0-dddddddddddd');
  expect((await readRegistry(root, verifying)).serial).toBe(20);
});

(canUnshare ? describe : describe.skip)('in separate process namespaces', () => {
  test('concurrent commands all succeed', async () => {
    const apps = Array.from({ length: 8 }, (_, index) => `app-${index}`);
    for (const hash of ['a', 'b', 'c']) {
      const released = apps.map((app, index) => publishOne(app, hash, { inside: inNamespace(index * 10) }));
      const codes = (await Promise.all(released)).map(({ code }) => code);
      expect(codes).toEqual(apps.map(() => 0));
      for (const app of apps) expect(await liveAndWhole(app)).toBe(`0.1.0-${hash.repeat(12)}`);
    }
  });
});
