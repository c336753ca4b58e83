// Secrets that the quick start needs: made on the first start, kept readable by their owner alone.
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function ensureSecrets(dataDir) {
  const path = join(dataDir, 'secrets.json');
  if (!existsSync(path)) {
    const key = generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(path, `${JSON.stringify({ RELEASE_SIGNING_KEY: key }, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  }
  return JSON.parse(readFileSync(path, 'utf8'));
}
