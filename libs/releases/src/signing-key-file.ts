import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateSigningKey } from './signing.ts';

/** Where a site that was given no key keeps the one that it made. */
export const secretsPath = (dataDir: string): string => join(dataDir, 'secrets.json');

/** Returns the key of a data folder. The first call makes it, readable by its owner alone. */
export function ensureSigningKey(dataDir: string): string {
  const path = secretsPath(dataDir);
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(path, `${JSON.stringify({ RELEASE_SIGNING_KEY: generateSigningKey() }, null, 2)}\n`, {
      mode: 0o600,
      flag: 'wx',
    });
  }
  return (JSON.parse(readFileSync(path, 'utf8')) as { RELEASE_SIGNING_KEY: string }).RELEASE_SIGNING_KEY;
}
