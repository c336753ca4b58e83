import { AppError } from '../http/app-error.ts';
import type { Problem } from '../http/problem-table.ts';

const NO_REPORT = 'The price report could not be fetched from USDA.';

const UPSTREAM_PROBLEMS = {
  USDA_UNREACHABLE: { status: 502, error: NO_REPORT, details: 'upstream unreachable', apiKeyConfigured: true },
  USDA_KEY_REFUSED: { status: 502, error: NO_REPORT, details: 'upstream refused the key', apiKeyConfigured: true },
  USDA_UNEXPECTED_ANSWER: { status: 502, error: NO_REPORT, details: 'unexpected upstream answer', apiKeyConfigured: true },
  USDA_RATE_LIMITED: { status: 503, error: NO_REPORT, details: 'upstream is rate limiting requests', apiKeyConfigured: true },
  USDA_BUDGET_SPENT: { status: 503, error: NO_REPORT, details: 'limit on requests to USDA reached', apiKeyConfigured: true },
  USDA_TIMEOUT: { status: 504, error: NO_REPORT, details: 'upstream did not answer in time', apiKeyConfigured: true },
} as const satisfies Readonly<Record<string, Problem>>;

export type UpstreamErrorCode = keyof typeof UPSTREAM_PROBLEMS;

/** The server has no key, so it cannot ask USDA. */
export class UsdaKeyMissingError extends AppError {
  readonly code = 'USDA_KEY_MISSING';
  readonly problem: Problem = {
    status: 503,
    error: 'The price report is not available.',
    details: 'no USDA API key is configured on this server',
    apiKeyConfigured: false,
  };
}

/** USDA did not send a usable response. */
export class UpstreamError extends AppError {
  readonly code: UpstreamErrorCode;
  readonly problem: Problem;
  /** How long to wait before the next request to USDA; null if unknown. */
  readonly retryAfterSeconds: number | null;

  constructor(code: UpstreamErrorCode, message: string, retryAfterSeconds: number | null = null) {
    super(message, retryAfterSeconds === null ? {} : { 'Retry-After': String(retryAfterSeconds) });
    this.code = code;
    this.problem = UPSTREAM_PROBLEMS[code];
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** USDA's response is longer than this server accepts; fewer issues may fit. */
export class ResponseTooLongError extends UpstreamError {
  constructor(message: string) {
    super('USDA_UNEXPECTED_ANSWER', message);
  }
}

const UNKNOWN = {
  USDA_REPORT_UNKNOWN: { status: 404, error: 'USDA lists no report with this number.' },
  USDA_SECTION_UNKNOWN: { status: 404, error: 'The report has no section with this name.' },
} as const satisfies Readonly<Record<string, Problem>>;

/** The requested report or section is not on USDA's list. */
export class UnknownReportError extends AppError {
  readonly code: keyof typeof UNKNOWN;
  readonly problem: Problem;

  constructor(code: keyof typeof UNKNOWN, message: string) {
    super(message);
    this.code = code;
    this.problem = UNKNOWN[code];
  }
}
