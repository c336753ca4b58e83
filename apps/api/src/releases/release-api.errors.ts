import { ReleaseError, type ReleaseErrorCode } from '@site/releases';
import { AppError, HttpError } from '../http/app-error.ts';

export type ReleaseApiErrorCode =
  | 'KEY_INVALID'
  | 'REQUEST_INVALID'
  | 'REQUEST_REPLAYED'
  | 'RELEASE_REFUSED'
  | 'UPLOAD_MISSING'
  | 'UPLOAD_INCOMPLETE'
  | 'STORE_BUSY'
  | 'STORE_REFUSED';

export class ReleaseApiError extends AppError {
  readonly code: ReleaseApiErrorCode;

  constructor(code: ReleaseApiErrorCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    // Whoever has a key of this site is told what is wrong in the words of the store.
    super(message, headers, message);
    this.code = code;
  }
}

/** How a refusal of the store is answered. */
const CODES: Readonly<Record<ReleaseErrorCode, ReleaseApiErrorCode>> = {
  KEY_INVALID: 'KEY_INVALID',
  REQUEST_INVALID: 'REQUEST_INVALID',
  RELEASE_REFUSED: 'RELEASE_REFUSED',
  RELEASE_DAMAGED: 'RELEASE_REFUSED',
  UPLOAD_MISSING: 'UPLOAD_MISSING',
  UPLOAD_INCOMPLETE: 'UPLOAD_INCOMPLETE',
  REGISTRY_MISSING: 'STORE_REFUSED',
  REGISTRY_UNTRUSTED: 'STORE_REFUSED',
  REGISTRY_BUSY: 'STORE_BUSY',
  SITE_UNREACHABLE: 'STORE_REFUSED',
};

/** What the store throws, as the API answers it. */
export function apiErrorOf(cause: unknown): unknown {
  if (!(cause instanceof ReleaseError)) return cause;
  return new ReleaseApiError(CODES[cause.code], cause.message, cause.code === 'REGISTRY_BUSY' ? { 'Retry-After': '5' } : {});
}

/** Does something with the store; what the store throws leaves as an error of the API. */
export async function answered<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw apiErrorOf(cause);
  }
}

export const tooMany = (seconds: number): HttpError =>
  new HttpError('RATE_LIMITED', 'release requests', { 'Retry-After': String(seconds) });
