import { HTTP_PROBLEMS, type HttpErrorCode, type Problem } from './problem-table.ts';

/** What modules throw: a code of a closed set with its problem; the message is for the log. */
export abstract class AppError extends Error {
  abstract readonly code: string;
  abstract readonly problem: Problem;
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
  readonly problem: Problem;

  constructor(code: HttpErrorCode, message: string, headers: Readonly<Record<string, string>> = {}, details?: string) {
    super(message, headers, details);
    this.code = code;
    this.problem = HTTP_PROBLEMS[code];
  }
}
