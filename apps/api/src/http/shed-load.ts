import type { RequestHandler } from 'express';
import { HttpError } from './app-error.ts';
import type { ServerLoad } from './server-load.ts';

/** Refused first. */
const EXPENSIVE = new Set(['POST /kaleidoscope-submissions', 'POST /verify-password']);
/** All calls are refused at this multiple of the delay at which expensive ones are. */
const ALL_CALLS_FACTOR = 2.5;
/** A call that waits for the database or USDA costs little, but this many would use too much memory. */
const MAX_REQUESTS = 2_000;

/**
 * Rejects calls that the server has no time for, before reading any of their body: an early rejection is better than a response after the
 * client has given up. Mounted under /api.
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
