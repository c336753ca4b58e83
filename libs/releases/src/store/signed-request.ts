import { createHash, randomUUID, sign, verify, type KeyObject } from 'node:crypto';
import { keyIdOf } from '../authority/tuf-metadata.ts';
import { ReleaseError } from '../errors.ts';

/** How long a signed request is valid: a slow connection may need a while for the largest file. */
const VALID_SECONDS = 120;
/** The clocks of two machines may differ. */
const CLOCK_SKEW_SECONDS = 60;
/** A nonce must be remembered for this long, so that a request cannot be replayed while its signature is valid. */
export const NONCE_LIFE_MS = (VALID_SECONDS + 2 * CLOCK_SKEW_SECONDS) * 1000;

/** The signed parts in this order: method, host, path and body. There are no queries. */
const COVERED = '("@method" "@authority" "@path" "content-digest")';
const INPUT =
  /^sig1=\("@method" "@authority" "@path" "content-digest"\);created=(\d{1,12});expires=(\d{1,12});nonce="([0-9a-f-]{36})";keyid="([0-9a-f]{64})";alg="ed25519"$/;
const SIGNATURE = /^sig1=:([A-Za-z0-9+/]{86}==):$/;

const digestOf = (body: Uint8Array): string => `sha-512=:${createHash('sha512').update(body).digest('base64')}:`;

interface Covered {
  readonly method: string;
  /** Host and port of the site. */
  readonly authority: string;
  readonly path: string;
  readonly digest: string;
}

/** The text that is signed: RFC 9421, section 2.5. */
const baseOf = ({ method, authority, path, digest }: Covered, params: string): string =>
  [
    `"@method": ${method}`,
    `"@authority": ${authority}`,
    `"@path": ${path}`,
    `"content-digest": ${digest}`,
    `"@signature-params": ${params}`,
  ].join('\n');

/** Headers that sign a request (HTTP Message Signatures, RFC 9421, Ed25519). */
export function signRequest(
  { method, url, body }: { method: string; url: URL; body: Uint8Array },
  key: KeyObject,
  now: Date,
): Record<string, string> {
  const created = Math.floor(now.getTime() / 1000);
  const times = `created=${created};expires=${created + VALID_SECONDS}`;
  const params = `${COVERED};${times};nonce="${randomUUID()}";keyid="${keyIdOf(key)}";alg="ed25519"`;
  const digest = digestOf(body);
  const base = baseOf({ method, authority: url.host, path: url.pathname, digest }, params);
  return {
    'Content-Digest': digest,
    'Signature-Input': `sig1=${params}`,
    Signature: `sig1=:${sign(null, Buffer.from(base), key).toString('base64')}:`,
  };
}

interface SignedRequest {
  readonly method: string;
  readonly authority: string;
  readonly path: string;
  /** A header by its name; undefined: it was not sent. */
  readonly header: (name: string) => string | undefined;
}

interface VerifiedRequest {
  readonly keyid: string;
  readonly nonce: string;
  /** True for the body that was signed. */
  readonly isBody: (body: Uint8Array) => boolean;
}

const refuse = (reason: string): never => {
  throw new ReleaseError('KEY_INVALID', reason);
};

/**
 * Checks a request by its headers, before its body is read. Whether its nonce was used before is checked separately.
 * @param keyOf returns the key for an ID that may send requests
 * @throws ReleaseError KEY_INVALID saying what is wrong
 */
export function verifyRequest(
  { method, authority, path, header }: SignedRequest,
  keyOf: (keyid: string) => KeyObject | undefined,
  now: Date,
): VerifiedRequest {
  const input = header('Signature-Input') ?? '';
  const [, created = '', expires = '', nonce = '', keyid = ''] = INPUT.exec(input) ?? refuse('the request is not signed');
  const [, signature = ''] = SIGNATURE.exec(header('Signature') ?? '') ?? refuse('the request is not signed');
  const digest = header('Content-Digest') ?? '';
  const seconds = now.getTime() / 1000;
  const isTimely =
    Number(created) <= seconds + CLOCK_SKEW_SECONDS &&
    Number(expires) >= seconds - CLOCK_SKEW_SECONDS &&
    Number(expires) - Number(created) <= VALID_SECONDS;
  if (!isTimely) return refuse('the request was signed too long ago, or by a machine whose clock is wrong');
  const key = keyOf(keyid) ?? refuse('the owner of this site does not know this key');
  const base = baseOf({ method, authority, path, digest }, input.slice('sig1='.length));
  if (!verify(null, Buffer.from(base), key, Buffer.from(signature, 'base64')))
    return refuse(`the signature is not for this request; it must be for ${authority}`);
  return { keyid, nonce, isBody: (body) => digestOf(body) === digest };
}
