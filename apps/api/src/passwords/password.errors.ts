import { AppError } from '../http/app-error.ts';
import type { Problem } from '../http/problem-table.ts';

const PROBLEMS = {
  INVALID_PASSWORD: { status: 400, error: 'password must be a string of 1 to 256 bytes.' },
  DRAFT_LOCKED: { status: 401, error: 'The list of drafts is locked.' },
  NOT_CONFIGURED: { status: 503, error: 'No password is set up on this server.' },
} as const satisfies Readonly<Record<string, Problem>>;

type PasswordErrorCode = keyof typeof PROBLEMS;

export class PasswordError extends AppError {
  readonly code: PasswordErrorCode;
  readonly problem: Problem;

  constructor(code: PasswordErrorCode, message: string) {
    super(message);
    this.code = code;
    this.problem = PROBLEMS[code];
  }
}
