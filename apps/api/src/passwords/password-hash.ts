import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import type { ScryptHash } from '../config/scrypt-hash.ts';

/** One of OWASP's settings for scrypt: N = 2^15, r = 8, p = 3. About half a second and 32 MB on a slow machine. */
const COST = { ln: 15, r: 8, p: 3 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Shorter ones can be guessed. */
const MIN_CHARACTERS = 15;

/** Blocks its thread: a password hash is slow on purpose. Async scrypt would occupy a thread that files and SQLite need. */
function derive(password: string, salt: Uint8Array, { ln, r, p }: { ln: number; r: number; p: number }, bytes: number): Buffer {
  return scryptSync(password, salt, bytes, { N: 2 ** ln, r, p, maxmem: 2 ** ln * r * 128 + 64 * 1024 * p * r });
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** @throws Error when the password is too short */
export function hashPassword(password: string): string {
  if ([...password].length < MIN_CHARACTERS) throw new Error(`a password needs at least ${MIN_CHARACTERS} characters`);
  const salt = randomBytes(SALT_BYTES);
  const key = derive(password, salt, COST, HASH_BYTES);
  return `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${unpadded(salt)}$${unpadded(key)}`;
}

/** Takes the same time for a correct password as for a wrong one. */
export function isPassword(password: string, expected: ScryptHash): boolean {
  const key = derive(password, expected.salt, expected, expected.hash.length);
  return timingSafeEqual(key, expected.hash);
}
