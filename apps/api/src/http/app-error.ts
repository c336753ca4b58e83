import { HTTP_PROBLEMS, type HttpErrorCode, type Problem } from './problem-table.ts';

/** The error that modules throw: a code from a closed set with its problem; the message is for the log. */
export abstract class AppError extends Error {
  abstract readonly code: string;
  abstract readonly problem: Problem;
  /** Headers of the response, such as Retry-After. */
  readonly headers: Readonly<Record<string, string>>;
  /** Tells the client what is wrong with this particular request. Our own words, never an echo of the input. */
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
