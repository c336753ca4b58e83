import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { requestIdOf } from './request-id.ts';

const MAX_PATH_CHARACTERS = 200;

/** One line per request, of these fields only: no query, no body, no address, no header. */
export function logRequests(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const path = (request.originalUrl.split('?')[0] ?? '').slice(0, MAX_PATH_CHARACTERS);
    // Emitted once. `once` would wrap the listener, for every request.
    response.on('close', () => {
      logger.info({
        event: 'request',
        requestId: requestIdOf(response),
        method: request.method,
        path,
        status: response.statusCode,
        durationMs: Math.round((performance.now() - startedAt) * 100) / 100,
        completed: response.writableFinished,
      });
    });
    next();
  };
}
