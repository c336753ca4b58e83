import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto';
import { ReleaseError } from './errors.ts';

/** A new Ed25519 private key in the form of RELEASE_SIGNING_KEY: PKCS#8, DER, base64. */
export function generateSigningKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
}

function readKey(text: string, read: (der: Buffer) => KeyObject): KeyObject | undefined {
  try {
    const key = read(Buffer.from(text, 'base64'));
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    // Not in this form; the caller tries the other one or names the variable.
    return undefined;
  }
}

const readPrivate = (text: string) => readKey(text, (der) => createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
const readPublic = (text: string) => readKey(text, (der) => createPublicKey({ key: der, format: 'der', type: 'spki' }));

/** True for a private key, which can release; false for a public key, which is only enough to serve. */
export const isSigningKey = (text: string): boolean => readPrivate(text) !== undefined;

/** The key that signs registries. @throws ReleaseError KEY_INVALID */
export function parseSigningKey(text: string): KeyObject {
  const key = readPrivate(text);
  if (!key) throw new ReleaseError('KEY_INVALID', 'RELEASE_SIGNING_KEY is not an Ed25519 private key (PKCS#8, DER, base64)');
  return key;
}

/** The key that checks registries. A server may have only the public key (SPKI). @throws ReleaseError KEY_INVALID */
export function parseVerifyingKey(text: string): KeyObject {
  const own = readPrivate(text);
  const key = own ? createPublicKey(own) : readPublic(text);
  if (!key) throw new ReleaseError('KEY_INVALID', 'RELEASE_SIGNING_KEY is not an Ed25519 key (PKCS#8 or SPKI, DER, base64)');
  return key;
}

/** The public key (SPKI, DER, base64) of a private or public one. @throws ReleaseError KEY_INVALID */
export const publicHalf = (text: string): string =>
  parseVerifyingKey(text).export({ format: 'der', type: 'spki' }).toString('base64');

export function signText(text: string, key: KeyObject): string {
  return sign(null, Buffer.from(text), key).toString('base64');
}

export function isSignedBy(text: string, signature: string, key: KeyObject): boolean {
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
}
