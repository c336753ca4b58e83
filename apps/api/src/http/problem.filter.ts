import { Catch, HttpException, NotFoundException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { ApiProblem } from '@site/contracts';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { AppError } from './app-error.ts';
import { databaseProblem } from './database-problem.ts';
import { PROBLEMS, type ProblemCode } from './problem-table.ts';
import { refusalOf } from './refusal.ts';
import { requestIdOf } from './request-id.ts';

/** Nest's own exceptions, by status. */
function codeOfNestException(exception: HttpException): ProblemCode {
  const status = exception.getStatus();
  return status >= 400 && status < 500 ? 'BAD_REQUEST' : 'INTERNAL';
}

function codeOf(exception: unknown): ProblemCode {
  if (exception instanceof AppError) return exception.code;
  if (exception instanceof HttpException) return codeOfNestException(exception);
  return databaseProblem(exception) ?? 'INTERNAL';
}

/** The only filter: every error of every route leaves as the one problem body. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    const exception = thrown instanceof NotFoundException ? refusalOf(http.getRequest<Request>()) : thrown;
    const code = codeOf(exception);
    const problem = PROBLEMS[code];
    const requestId = requestIdOf(response);
    if (problem.status >= 500) this.report(exception, code, requestId);
    if (response.headersSent) {
      // Half an answer is out: cutting the connection is the only way left to say that it is not whole.
      response.destroy();
      return;
    }

    const details = (exception instanceof AppError ? exception.details : undefined) ?? problem.details;
    const body: ApiProblem = {
      error: problem.error,
      code: code.toLowerCase(),
      requestId,
      ...(details !== undefined && { details }),
      ...(problem.apiKeyConfigured !== undefined && { apiKeyConfigured: problem.apiKeyConfigured }),
    };
    if (code === 'BUSY') response.set('Retry-After', '2');
    if (exception instanceof AppError) response.set(exception.headers);
    response.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    response.removeHeader('ETag');
    response.status(problem.status).json(body);
  }

  private report(exception: unknown, code: ProblemCode, requestId: string): void {
    const error = exception instanceof Error ? exception : new Error(String(exception));
    if (code !== 'INTERNAL') {
      this.logger.warn({ event: 'problem', requestId, code, message: error.message });
    } else {
      this.logger.error({ event: 'bug', requestId, code, name: error.name, message: error.message, stack: error.stack });
    }
  }
}
