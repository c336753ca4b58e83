import type { HttpErrorCode, ProblemCode } from './problem-table.ts';

/** What modules throw: a code of a closed set; the message is for the log, the answer comes from the problem table. */
export abstract class AppError extends Error {
  abstract readonly code: ProblemCode;
  /** Headers that belong to the answer, such as Retry-After. */
  readonly headers: Readonly<Record<string, string>>;
  /** For the client: what is wrong with this very request. Written by us, never an echo. */
  readonly details: string | undefined;

  constructor(message: string, headers: Readonly<Record<string, string>> = {}, details?: string) {
    super(message);
    this.name = new.target.name;
    this.headers = headers;
    this.details = details;
  }
}

export class HttpError extends AppError {
  readonly code: HttpErrorCode;

  constructor(code: HttpErrorCode, message: string, headers: Readonly<Record<string, string>> = {}, details?: string) {
    super(message, headers, details);
    this.code = code;
  }
}
