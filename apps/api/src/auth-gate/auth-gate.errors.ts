import { AppError } from '../http/app-error.ts';

export type AuthGateErrorCode = 'INVALID_PASSWORD' | 'NOT_CONFIGURED' | 'DRAFT_LOCKED';

export class AuthGateError extends AppError {
  readonly code: AuthGateErrorCode;

  constructor(code: AuthGateErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
