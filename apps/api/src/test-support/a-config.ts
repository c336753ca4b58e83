import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateSigningKey, parseSigningKey, parseVerifyingKey } from '@site/releases';

/** A folder for one test; the caller removes it. */
export async function aFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'site-api-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** The key that signs the registries of tests. */
export const TEST_SIGNING_KEY = generateSigningKey();
export const TEST_KEYS = { signing: parseSigningKey(TEST_SIGNING_KEY), verifying: parseVerifyingKey(TEST_SIGNING_KEY) };

/** Environment of a server that listens on any free port and keeps its data in the given folder. */
export function anEnvironment(folder: string, variables: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    RELEASES_DIR: join(folder, 'releases'),
    RELEASE_SIGNING_KEY: TEST_SIGNING_KEY,
    // A busy machine must not make the server reject a test's requests.
    OVERLOAD_DELAY_MS: '60000',
    ...variables,
  };
}
