import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { REQUEST_ID } from './request-id.ts';
import type { FirstHandler } from './site-http-adapter.ts';

const MAX_PATH_CHARACTERS = 200;

export interface Outcome {
  readonly status: number;
  readonly durationMs: number;
  /** True if the response was sent before Express. */
  readonly isRenderedPage: boolean;
}

interface Parts {
  readonly logger: Pick<Logger, 'info' | 'error'>;
  readonly metrics: { count(request: IncomingMessage, url: string, outcome: Outcome): void };
  /** `send` returns false for a request that Express has to handle. */
  readonly pages: { send(request: IncomingMessage, response: ServerResponse, requestId: string): boolean };
}

/**
 * Runs for every request, on Node's own request object: it assigns an id, counts the request and writes one log line when its response is
 * finished or aborted. Rendered pages are sent here: what Express does before its first handler costs as much as sending the page.
 *
 * The line has only these fields: no query, no body, no IP address, no header.
 */
export function beforeExpress({ logger, metrics, pages }: Parts): FirstHandler {
  return (request, response) => {
    const requestId = randomUUID();
    const startedAt = performance.now();
    // Routers change it.
    const { url = '' } = request;
    let isRenderedPage = false;
    // Emitted only once; `once` would needlessly wrap the listener for every request.
    response.on('close', () => {
      const { statusCode: status } = response;
      const durationMs = performance.now() - startedAt;
      metrics.count(request, url, { status, durationMs, isRenderedPage });
      const query = url.indexOf('?');
      logger.info({
        event: 'request',
        requestId,
        method: request.method,
        path: (query < 0 ? url : url.slice(0, query)).slice(0, MAX_PATH_CHARACTERS),
        status,
        durationMs: Math.round(durationMs * 100) / 100,
        completed: response.writableFinished,
      });
    });
    try {
      isRenderedPage = pages.send(request, response, requestId);
    } catch (error) {
      // Nothing after this handler would catch it, and it would end the process.
      const { name, message, stack } = error as Error;
      logger.error({ event: 'bug', requestId, name, message, stack });
      response.destroy();
      return true;
    }
    if (!isRenderedPage) response.setHeader(REQUEST_ID, requestId);
    return isRenderedPage;
  };
}
