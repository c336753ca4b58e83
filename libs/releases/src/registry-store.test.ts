import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releasePaths } from './paths.ts';
import { readRegistry, updateRegistry } from './registry-store.ts';
import { generateSigningKey, parseSigningKey, parseVerifyingKey } from './signing.ts';

const keyText = generateSigningKey();
const keys = { signing: parseSigningKey(keyText), verifying: parseVerifyingKey(keyText) };
const now = new Date('2026-11-20T10:00:00Z');
const shell = (hash: string) => ({
  kind: 'shell' as const,
  stable: { release: `1.0.0-${hash.repeat(12)}`, manifestIntegrity: 'sha384-x' },
  previous: null,
  canary: null,
  contract: null,
  killed: [],
});

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'registry-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

test('the error for an empty store says what to do', async () => {
  await expect(readRegistry(root, keys.verifying)).rejects.toThrow(/nothing has been released .*npx site release shell/);
});

test('a written registry is read back, and its serial file remains after the next one is written', async () => {
  await updateRegistry(root, keys, now, () => ({ shell: shell('a') }));
  const first = await readFile(releasePaths.registrySerial(root, 1), 'utf8');
  await updateRegistry(root, keys, now, (apps) => ({ ...apps, shell: shell('b') }));
  expect((await readRegistry(root, keys.verifying)).serial).toBe(2);
  expect(await readFile(releasePaths.registrySerial(root, 1), 'utf8')).toBe(first);
});

test('twenty concurrent writers all succeed', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `app-${index}`);
  await Promise.all(names.map((name) => updateRegistry(root, keys, now, (apps) => ({ ...apps, [name]: shell('c') }))));
  const registry = await readRegistry(root, keys.verifying);
  expect(Object.keys(registry.apps).sort()).toEqual([...names].sort());
  expect(registry.serial).toBe(20);
});

test('a registry with one changed character is refused', async () => {
  await updateRegistry(root, keys, now, () => ({ shell: shell('a') }));
  const path = releasePaths.registryCurrent(root);
  await writeFile(path, (await readFile(path, 'utf8')).replace('aaaa', 'aaab'));
  await expect(readRegistry(root, keys.verifying)).rejects.toMatchObject({ code: 'REGISTRY_UNTRUSTED' });
});

test('a registry signed by another key is refused', async () => {
  await updateRegistry(root, keys, now, () => ({ shell: shell('a') }));
  await expect(readRegistry(root, parseVerifyingKey(generateSigningKey()))).rejects.toMatchObject({ code: 'REGISTRY_UNTRUSTED' });
});

test('a writer that died between its two files leaves the older registry live and does not block the next', async () => {
  await updateRegistry(root, keys, now, () => ({ shell: shell('a') }));
  await writeFile(releasePaths.registrySerial(root, 2), 'half a registr');
  expect((await readRegistry(root, keys.verifying)).serial).toBe(1);
  expect((await updateRegistry(root, keys, now, () => ({ shell: shell('b') }))).serial).toBe(3);
});

test('a server with only the public key can verify but not sign', async () => {
  const publicText = keys.verifying.export({ format: 'der', type: 'spki' }).toString('base64');
  await updateRegistry(root, keys, now, () => ({ shell: shell('a') }));
  await expect(readRegistry(root, parseVerifyingKey(publicText))).resolves.toMatchObject({ serial: 1 });
  expect(() => parseSigningKey(publicText)).toThrow('not an Ed25519 private key');
});
