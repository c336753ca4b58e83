/** The problems that clients can be told about. */
export interface Problem {
  readonly status: number;
  /** The sentence that visitors and clients read; error messages go only to the log. */
  readonly error: string;
  readonly details?: string;
  /** The default Retry-After; a header of the error itself takes precedence. */
  readonly retryAfterSeconds?: number;
  readonly apiKeyConfigured?: boolean;
}

/** Problems shared by all modules. Each module lists its own next to its error class. */
export const HTTP_PROBLEMS = {
  OWNER_LOGIN_REQUIRED: { status: 303, error: 'Log in at /owner/login first.' },
  BAD_REQUEST: { status: 400, error: 'The request could not be understood.' },
  INVALID_JSON: { status: 400, error: 'The body is not valid JSON.' },
  INVALID_BODY: { status: 400, error: 'The body does not have the format that this address expects.' },
  INVALID_QUERY: { status: 400, error: 'The query string is not valid.' },
  OWNER_TOKEN_REQUIRED: { status: 401, error: 'The password is OWNER_TOKEN; the name may be anything.' },
  FORBIDDEN: { status: 403, error: 'This is not allowed.' },
  CROSS_SITE: { status: 403, error: 'Requests from other sites are not accepted.' },
  NOT_FOUND: { status: 404, error: 'There is nothing at this address.' },
  METHOD_NOT_ALLOWED: { status: 405, error: 'This address does not accept this method.' },
  TOO_SLOW: { status: 408, error: 'The body arrived too slowly.' },
  PAYLOAD_TOO_LARGE: { status: 413, error: 'The body is too large.' },
  URL_TOO_LONG: { status: 414, error: 'The address is too long.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, error: 'This address does not accept a body of this type.' },
  ENCODING_UNSUPPORTED: { status: 415, error: 'The body must not be compressed.' },
  CHARSET_UNSUPPORTED: { status: 415, error: 'The body must be in UTF-8.' },
  RATE_LIMITED: { status: 429, error: 'Too many requests. Wait for as long as Retry-After says.' },
  OVERLOADED: { status: 503, error: 'The server is too busy. Try again in a moment.', retryAfterSeconds: 2 },
  BUSY: { status: 503, error: 'The database is busy. Try again in a moment.', retryAfterSeconds: 2 },
  STORAGE_FULL: { status: 507, error: 'The storage is full. Existing content can be viewed, but nothing can be added.' },
  INTERNAL: { status: 500, error: 'Something went wrong on the server.' },
} as const satisfies Readonly<Record<string, Problem>>;

export type HttpErrorCode = keyof typeof HTTP_PROBLEMS;
