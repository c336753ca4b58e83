import type { RequestHandler } from 'express';
import { HttpError } from './app-error.ts';
import type { ServerLoad } from './server-load.ts';

/** Refused first. */
const EXPENSIVE = new Set(['POST /kaleidoscope-submissions', 'POST /verify-password']);
/** All calls are refused at this multiple of the delay at which expensive ones are. */
const ALL_CALLS_FACTOR = 2.5;
/** A call that waits for a database or for USDA costs little; this many would cost memory. */
const MAX_REQUESTS = 2_000;

/**
 * Refuses calls that the server has no time for, before a byte of their body is read: a refusal now is worth more than an answer
 * after the client has given up. Mounted under /api.
 */
export function shedLoad(load: ServerLoad, delayMs: number): RequestHandler {
  return (request, response, next) => {
    const isExpensive = EXPENSIVE.has(`${request.method} ${request.path}`);
    const isLate = load.eventLoopDelayMs > (isExpensive ? delayMs : delayMs * ALL_CALLS_FACTOR);
    if (isLate || load.requestsInFlight >= MAX_REQUESTS) {
      throw new HttpError('OVERLOADED', 'the server is behind');
    }
    load.requestsInFlight += 1;
    response.once('close', () => {
      load.requestsInFlight -= 1;
    });
    next();
  };
}
