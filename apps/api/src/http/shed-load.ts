import type { RequestHandler } from 'express';
import { HttpError } from './app-error.ts';
import type { ServerLoad } from './server-load.ts';

/** What costs most is refused first. */
const DEAR = new Set(['POST /kaleidoscope-submissions', 'POST /verify-password']);
/** All calls are refused at this multiple of the delay at which dear ones are. */
const PATIENCE = 2.5;
/** A call that waits for a database or for USDA costs little; this many would cost memory. */
const MOST_REQUESTS = 2_000;

/**
 * Refuses calls that the server has no time for, before a byte of their body is read: a refusal now is worth more than an answer
 * that comes when nobody waits any more. Mounted under /api.
 */
export function shedLoad(load: ServerLoad, delayMs: number): RequestHandler {
  return (request, response, next) => {
    const isDear = DEAR.has(`${request.method} ${request.path}`);
    const isLate = load.eventLoopDelayMs > (isDear ? delayMs : delayMs * PATIENCE);
    if (isLate || load.requestsInFlight >= MOST_REQUESTS) {
      throw new HttpError('OVERLOADED', 'the server is behind', { 'Retry-After': '2', Connection: 'close' });
    }
    load.requestsInFlight += 1;
    response.once('close', () => {
      load.requestsInFlight -= 1;
    });
    next();
  };
}
