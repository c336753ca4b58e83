import { AppError } from '../http/app-error.ts';

export type UpstreamErrorCode =
  'USDA_UNREACHABLE' | 'USDA_TIMEOUT' | 'USDA_KEY_REFUSED' | 'USDA_RATE_LIMITED' | 'USDA_UNEXPECTED_ANSWER';

export type UsdaErrorCode = UpstreamErrorCode | 'USDA_KEY_MISSING';

/** The server has no key, so it asks nobody. */
export class UsdaKeyMissingError extends AppError {
  readonly code: UsdaErrorCode = 'USDA_KEY_MISSING';
}

/** USDA did not give a usable answer. */
export class UpstreamError extends AppError {
  readonly code: UpstreamErrorCode;
  /** How long USDA asks to be left alone. */
  readonly retryAfterSeconds: number | null;

  constructor(code: UpstreamErrorCode, message: string, retryAfterSeconds: number | null = null) {
    super(message, retryAfterSeconds === null ? {} : { 'Retry-After': String(retryAfterSeconds) });
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
