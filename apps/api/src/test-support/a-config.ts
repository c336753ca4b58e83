import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for one test; the caller removes it. */
export async function aFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'site-api-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** An Ed25519 key made for tests: PKCS#8, DER, base64. */
const TEST_SIGNING_KEY = 'MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g';

/** Environment of a server that listens on any free port and keeps its data in the given folder. */
export function anEnvironment(folder: string, variables: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    RELEASES_DIR: join(folder, 'releases'),
    RELEASE_SIGNING_KEY: TEST_SIGNING_KEY,
    ...variables,
  };
}
