import { ReleaseError, type ReleaseErrorCode } from '@site/releases';
import { AppError, HttpError } from '../http/app-error.ts';
import type { Problem } from '../http/problem-table.ts';

const PROBLEMS = {
  REQUEST_INVALID: { status: 400, error: 'The request does not have the format that this address expects.' },
  KEY_INVALID: { status: 401, error: 'The request is not signed by a key that may do this.' },
  UPLOAD_MISSING: { status: 404, error: 'There is no such upload.' },
  REQUEST_REPLAYED: { status: 409, error: 'This request has already been sent.' },
  UPLOAD_INCOMPLETE: { status: 409, error: 'Files of the release are missing.' },
  RELEASE_REFUSED: { status: 422, error: 'The release was refused.' },
  STORE_REFUSED: { status: 503, error: 'The release store cannot be used.' },
  STORE_BUSY: { status: 503, error: 'The release store is busy. Try again in a moment.' },
} as const satisfies Readonly<Record<string, Problem>>;

type ReleaseApiErrorCode = keyof typeof PROBLEMS;

export class ReleaseApiError extends AppError {
  readonly code: ReleaseApiErrorCode;
  readonly problem: Problem;

  constructor(code: ReleaseApiErrorCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    // Holders of a key of this site see the store's own messages.
    super(message, headers, message);
    this.code = code;
    this.problem = PROBLEMS[code];
  }
}

/** How a rejection by the store is reported. */
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
  STORE_UNREACHABLE: 'STORE_REFUSED',
};

/** Converts an error from the store into an API error. */
export function apiErrorOf(cause: unknown): unknown {
  if (!(cause instanceof ReleaseError)) return cause;
  return new ReleaseApiError(CODES[cause.code], cause.message, cause.code === 'REGISTRY_BUSY' ? { 'Retry-After': '5' } : {});
}

/** Runs work on the store and converts the store's errors into API errors. */
export async function withApiErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw apiErrorOf(cause);
  }
}

export const tooMany = (seconds: number, details?: string): HttpError =>
  new HttpError('RATE_LIMITED', 'release requests', { 'Retry-After': String(seconds) }, details);
