import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { requestIdOf } from './request-id.ts';

const MAX_PATH_CHARACTERS = 200;

/** One line per request, of these fields only: no query, no body, no address, no header. */
export function logRequests(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const startedAt = process.hrtime.bigint();
    const path = (request.originalUrl.split('?')[0] ?? '').slice(0, MAX_PATH_CHARACTERS);
    response.once('close', () => {
      logger.info({
        event: 'request',
        requestId: requestIdOf(response),
        method: request.method,
        path,
        status: response.statusCode,
        durationMs: Number((process.hrtime.bigint() - startedAt) / 10_000n) / 100,
        completed: response.writableFinished,
      });
    });
    next();
  };
}
