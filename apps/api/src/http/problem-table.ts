import type { AuthGateErrorCode } from '../auth-gate/auth-gate.errors.ts';
import type { GalleryErrorCode } from '../gallery/gallery.errors.ts';
import type { ReleaseApiErrorCode } from '../releases/release-api.errors.ts';
import type { UsdaErrorCode } from '../usda/usda.errors.ts';

export type HttpErrorCode =
  | 'BAD_REQUEST'
  | 'INVALID_JSON'
  | 'INVALID_QUERY'
  | 'CROSS_SITE'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'TOO_SLOW'
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

export type ProblemCode = HttpErrorCode | AuthGateErrorCode | GalleryErrorCode | ReleaseApiErrorCode | UsdaErrorCode;

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
  TOO_SLOW: { status: 408, error: 'The body arrives too slowly.' },
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
  INVALID_IMAGE_DATA: { status: 400, error: 'imageData must be a data URL of a JPEG or PNG in base64.' },
  INVALID_BASE64: { status: 400, error: 'imageData is not clean base64.' },
  INVALID_FLOWER_COUNT: { status: 400, error: 'flowerCount must be a whole number from 1 to 1000.' },
  INVALID_EXHIBIT: { status: 400, error: 'X-Exhibit names no exhibit of this site.' },
  INVALID_IDEMPOTENCY_KEY: { status: 400, error: 'Idempotency-Key must be 8 to 128 visible ASCII characters.' },
  INVALID_REASON: { status: 400, error: 'reason must be a text of 1 to 500 characters.' },
  DELETE_FORBIDDEN: { status: 403, error: 'The delete token does not belong to this picture.' },
  PICTURE_NOT_FOUND: { status: 404, error: 'There is no such picture.' },
  IN_PROGRESS: { status: 409, error: 'The same picture is being stored right now.' },
  PICTURE_DELETED: { status: 410, error: 'The picture was deleted.' },
  UNSUPPORTED_IMAGE_TYPE: { status: 415, error: 'The picture must be a JPEG or a PNG.' },
  IMAGE_TYPE_MISMATCH: { status: 422, error: 'The picture is not of the type that it is said to be.' },
  IMAGE_UNDECODABLE: { status: 422, error: 'The picture is damaged.' },
  IMAGE_TOO_MANY_PIXELS: { status: 422, error: 'The picture has more than 16.8 megapixels, or a side over 8192.' },
  IDEMPOTENCY_MISMATCH: { status: 422, error: 'The Idempotency-Key belongs to another picture.' },
  IMAGE_REJECTED: { status: 422, error: 'This picture is not taken here.' },
  STORE_UNAVAILABLE: { status: 503, error: 'The store of the pictures cannot be reached. Try again in a moment.' },
  STORAGE_FULL: { status: 507, error: 'The gallery is full. Pictures can be seen, but not added.' },
  DRAFT_LOCKED: { status: 401, error: 'The list of drafts is locked.' },
  KEY_INVALID: { status: 401, error: 'The request is not signed by a key that may do this.' },
  REQUEST_INVALID: { status: 400, error: 'The request is not of the form that this address takes.' },
  REQUEST_REPLAYED: { status: 409, error: 'This request was sent before.' },
  UPLOAD_MISSING: { status: 404, error: 'No such upload has begun.' },
  UPLOAD_INCOMPLETE: { status: 409, error: 'Files of the release are missing.' },
  RELEASE_REFUSED: { status: 422, error: 'The release is refused.' },
  STORE_REFUSED: { status: 503, error: 'The release store cannot be used.' },
  STORE_BUSY: { status: 503, error: 'The release store is busy. Try again in a moment.' },
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
