import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { HttpError } from './app-error.ts';
import { readBody } from './read-body.ts';

const MAX_URL_CHARACTERS = 8192;
/** No text of this site contains a NUL: PostgreSQL rejects it, and scrypt treats it as the end of a short password. */
const NO_NUL = 'text must not contain the NUL character';
const CHANGING_METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

export function checkUrl(request: Request, _response: Response, next: NextFunction): void {
  if (request.originalUrl.length > MAX_URL_CHARACTERS) throw new HttpError('URL_TOO_LONG', 'address over the limit');
  const query = request.originalUrl.split('?', 2)[1];
  if (query?.includes('%00')) throw new HttpError('INVALID_QUERY', 'NUL in the query', {}, NO_NUL);
  next();
}

/** On localhost the site has three names; by default it listens on no other loopback address. In production `PUBLIC_ORIGIN` is the only one. */
function isOwnOrigin(origin: string, publicOrigin: string): boolean {
  if (origin === publicOrigin) return true;
  const own = new URL(publicOrigin);
  return own.hostname === 'localhost' && ['127.0.0.1', '[::1]'].some((name) => origin === `${own.protocol}//${name}:${own.port}`);
}

/** Browsers send a request's origin; a request that changes something must come from this site's own pages. */
export function refuseOtherSites(config: { readonly publicOrigin: string }): RequestHandler {
  return (request, _response, next) => {
    const origin = request.get('Origin');
    const from = request.get('Sec-Fetch-Site');
    // WebKit sends `null` with its policy reports, because our pages send no referrer. No page can set the other header.
    const isReport = request.baseUrl + request.path === '/api/browser-reports' && origin === 'null' && from === 'same-origin';
    const isUnnamed = origin === undefined || isReport;
    const isForeign = (!isUnnamed && !isOwnOrigin(origin, config.publicOrigin)) || from === 'cross-site';
    if (isForeign && CHANGING_METHODS.has(request.method)) throw new HttpError('CROSS_SITE', 'origin not allowed');
    next();
  };
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** A form is rejected even if its text is JSON: browsers send other sites' forms without a preflight. */
export function requireJson(request: Request, _response: Response, next: NextFunction): void {
  if (hasBody(request) && !request.is('application/json')) throw new HttpError('UNSUPPORTED_MEDIA_TYPE', 'body is not JSON');
  next();
}

/**
 * Closes the connection after the response if the body was not read: on a kept-alive connection Node would read the rest, however long,
 * only to discard it.
 */
export function closeAfterUnreadBody(request: Request, response: Response, next: NextFunction): void {
  if (hasBody(request)) {
    const { shouldKeepAlive } = response;
    response.shouldKeepAlive = false;
    request.once('end', () => {
      response.shouldKeepAlive = shouldKeepAlive;
    });
  }
  next();
}

function refuseNul(key: string, value: unknown): unknown {
  if (key.includes('\0') || (typeof value === 'string' && value.includes('\0'))) {
    throw new HttpError('INVALID_BODY', 'NUL in a string', {}, NO_NUL);
  }
  return value;
}

function parseJsonObject(text: string): object {
  let value: unknown;
  try {
    value = text === '' ? {} : JSON.parse(text, refuseNul);
  } catch (error) {
    throw error instanceof HttpError ? error : new HttpError('INVALID_JSON', 'not JSON');
  }
  if (typeof value !== 'object' || value === null) throw new HttpError('INVALID_JSON', 'neither an object nor a list');
  if (Array.isArray(value)) throw new HttpError('INVALID_BODY', 'body is a list');
  return value;
}

/** A handler that skips some requests: those of routes that read their body themselves. */
export function except(isException: (request: Request) => boolean, handler: RequestHandler): RequestHandler {
  return (request, response, next) => (isException(request) ? next() : handler(request, response, next));
}

export function parseJsonBody(maxBytes: number): RequestHandler {
  return async (request, _response, next) => {
    if (hasBody(request)) {
      request.body = parseJsonObject(new TextDecoder().decode(Buffer.concat(await readBody(request, { maxBytes }))));
    }
    next();
  };
}
