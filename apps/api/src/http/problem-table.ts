import type { AuthGateErrorCode } from '../auth-gate/auth-gate.errors.ts';
import type { UsdaErrorCode } from '../usda/usda.errors.ts';

export type HttpErrorCode =
  | 'BAD_REQUEST'
  | 'INVALID_JSON'
  | 'INVALID_QUERY'
  | 'CROSS_SITE'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'PAYLOAD_TOO_LARGE'
  | 'URL_TOO_LONG'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'ENCODING_UNSUPPORTED'
  | 'CHARSET_UNSUPPORTED'
  | 'INVALID_BODY'
  | 'RATE_LIMITED'
  | 'OVERLOADED'
  | 'BUSY'
  | 'INTERNAL';

export type ProblemCode = HttpErrorCode | AuthGateErrorCode | UsdaErrorCode;

interface ProblemAnswer {
  readonly status: number;
  /** The sentence that visitors and clients read; messages of errors go to the log only. */
  readonly error: string;
  readonly details?: string;
  readonly apiKeyConfigured?: boolean;
}

const NO_REPORT = 'The price report could not be fetched from USDA.';

/** The one place where an error code becomes a status and a sentence. */
export const PROBLEMS: Readonly<Record<ProblemCode, ProblemAnswer>> = {
  BAD_REQUEST: { status: 400, error: 'The request could not be understood.' },
  INVALID_JSON: { status: 400, error: 'The body is not valid JSON.' },
  INVALID_BODY: { status: 400, error: 'The body must be a JSON object.' },
  INVALID_QUERY: { status: 400, error: 'The query of the address is not valid.' },
  CROSS_SITE: { status: 403, error: 'Requests from other sites are not accepted.' },
  NOT_FOUND: { status: 404, error: 'There is nothing at this address.' },
  METHOD_NOT_ALLOWED: { status: 405, error: 'This address does not accept this method.' },
  PAYLOAD_TOO_LARGE: { status: 413, error: 'The body is too large.' },
  URL_TOO_LONG: { status: 414, error: 'The address is too long.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, error: 'The body must be application/json.' },
  ENCODING_UNSUPPORTED: { status: 415, error: 'The body must not be compressed.' },
  CHARSET_UNSUPPORTED: { status: 415, error: 'The body must be in UTF-8.' },
  RATE_LIMITED: { status: 429, error: 'Too many requests. Wait for as long as Retry-After says.' },
  OVERLOADED: { status: 503, error: 'The server has too much to do. Try again in a moment.' },
  BUSY: { status: 503, error: 'The database is busy. Try again in a moment.' },
  INTERNAL: { status: 500, error: 'Something went wrong on the server.' },
  INVALID_PASSWORD: { status: 400, error: 'password must be a text of 1 to 256 bytes.' },
  NOT_CONFIGURED: { status: 503, error: 'No password is set up on this server.' },
  DRAFT_LOCKED: { status: 401, error: 'The list of drafts is locked.' },
  USDA_KEY_MISSING: {
    status: 503,
    error: 'The price report is not available.',
    details: 'no USDA API key is configured on this server',
    apiKeyConfigured: false,
  },
  USDA_UNREACHABLE: { status: 502, error: NO_REPORT, details: 'upstream unreachable', apiKeyConfigured: true },
  USDA_KEY_REFUSED: { status: 502, error: NO_REPORT, details: 'upstream refused the key', apiKeyConfigured: true },
  USDA_UNEXPECTED_ANSWER: { status: 502, error: NO_REPORT, details: 'unexpected upstream answer', apiKeyConfigured: true },
  USDA_RATE_LIMITED: { status: 503, error: NO_REPORT, details: 'upstream asks for a pause', apiKeyConfigured: true },
  USDA_TIMEOUT: { status: 504, error: NO_REPORT, details: 'upstream did not answer in time', apiKeyConfigured: true },
};
