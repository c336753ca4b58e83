import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateSigningKey } from './signing.ts';

/** File of the key that a site generates if it was given none. */
export const secretsPath = (dataDir: string): string => join(dataDir, 'secrets.json');

/** Returns the key of a data folder. The first call creates it, readable only by its owner. */
export function ensureSigningKey(dataDir: string): string {
  const path = secretsPath(dataDir);
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(path, `${JSON.stringify({ RELEASE_SIGNING_KEY: generateSigningKey() }, null, 2)}\n`, {
      mode: 0o600,
      flag: 'wx',
    });
  }
  return (JSON.parse(readFileSync(path, 'utf8')) as { RELEASE_SIGNING_KEY: string }).RELEASE_SIGNING_KEY;
}
