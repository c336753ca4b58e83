import { Catch, HttpException, Inject, NotFoundException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { ApiProblem } from '@site/contracts';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { AppError, HttpError } from './app-error.ts';
import { databaseProblem } from './database-problem.ts';
import { LOGGER } from './logger.ts';
import type { HttpErrorCode } from './problem-table.ts';
import { refusalOf } from './refusal.ts';
import { requestIdOf } from './request-id.ts';

const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** Errors that the framework throws. */
const BY_STATUS = new Map<number, HttpErrorCode>([
  [403, 'FORBIDDEN'],
  [408, 'TOO_SLOW'],
  [413, 'PAYLOAD_TOO_LARGE'],
  [414, 'URL_TOO_LONG'],
  [415, 'UNSUPPORTED_MEDIA_TYPE'],
  [429, 'RATE_LIMITED'],
  [503, 'OVERLOADED'],
]);

/** Converts anything thrown into an error with a problem for the client. */
function appErrorOf(thrown: unknown, request: Request): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof NotFoundException) return refusalOf(request);
  if (thrown instanceof HttpException) {
    const status = thrown.getStatus();
    return new HttpError(BY_STATUS.get(status) ?? (status >= 400 && status < 500 ? 'BAD_REQUEST' : 'INTERNAL'), thrown.message);
  }
  return new HttpError(databaseProblem(thrown) ?? 'INTERNAL', messageOf(thrown));
}

/** The only filter: every error from every route is sent as the same problem body. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Pick<Logger, 'warn' | 'error'>) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    const error = appErrorOf(thrown, http.getRequest<Request>());
    const { code, problem } = error;
    const requestId = requestIdOf(response);
    if (problem.status >= 500) this.report(thrown, code, requestId);
    if (response.headersSent) {
      // Part of the response has been sent: closing the connection is the only way left to show that it is incomplete.
      response.destroy();
      return;
    }

    const details = error.details ?? problem.details;
    const body: ApiProblem = {
      error: problem.error,
      code: code.toLowerCase(),
      requestId,
      ...(details !== undefined && { details }),
      ...(problem.apiKeyConfigured !== undefined && { apiKeyConfigured: problem.apiKeyConfigured }),
    };
    if (problem.retryAfterSeconds !== undefined) response.set('Retry-After', String(problem.retryAfterSeconds));
    response.set(error.headers);
    response.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    response.removeHeader('ETag');
    response.status(problem.status).json(body);
  }

  private report(thrown: unknown, code: string, requestId: string): void {
    const error = thrown instanceof Error ? thrown : new Error(messageOf(thrown));
    if (code !== 'INTERNAL') {
      this.logger.warn({ event: 'problem', requestId, code, message: error.message });
    } else {
      this.logger.error({ event: 'bug', requestId, code, name: error.name, message: error.message, stack: error.stack });
    }
  }
}
