import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { HttpError } from './app-error.ts';
import type { HttpErrorCode } from './problem-table.ts';

const MAX_URL_CHARACTERS = 8192;
const CHANGING_METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

export function limitUrl(request: Request, _response: Response, next: NextFunction): void {
  if (request.originalUrl.length > MAX_URL_CHARACTERS) throw new HttpError('URL_TOO_LONG', 'address over the limit');
  next();
}

/** Browsers say where a request comes from; one that changes something must come from this site's own pages. */
export function refuseOtherSites(config: { readonly publicOrigin: string }): RequestHandler {
  return (request, _response, next) => {
    const origin = request.get('Origin');
    const isForeign = (origin !== undefined && origin !== config.publicOrigin) || request.get('Sec-Fetch-Site') === 'cross-site';
    if (isForeign && CHANGING_METHODS.has(request.method)) throw new HttpError('CROSS_SITE', 'origin not allowed');
    next();
  };
}

function hasBody(request: Request): boolean {
  return request.get('Transfer-Encoding') !== undefined || Number(request.get('Content-Length') ?? 0) > 0;
}

/** The parser reads no body as an empty object. @throws HttpError INVALID_BODY */
export function requireBody(request: Request): void {
  if (!hasBody(request)) throw new HttpError('INVALID_BODY', 'no body');
}

/** Without this the parser would read a form as an empty body, and a form needs no preflight. */
export function requireJson(request: Request, _response: Response, next: NextFunction): void {
  if (hasBody(request) && !request.is('application/json')) throw new HttpError('UNSUPPORTED_MEDIA_TYPE', 'body is not JSON');
  next();
}

const PARSER_PROBLEMS: Readonly<Record<string, HttpErrorCode>> = {
  'entity.too.large': 'PAYLOAD_TOO_LARGE',
  'entity.parse.failed': 'INVALID_JSON',
  'encoding.unsupported': 'ENCODING_UNSUPPORTED',
  'charset.unsupported': 'CHARSET_UNSUPPORTED',
};

function parserProblem(error: unknown): HttpError {
  const type = error instanceof Error && 'type' in error && typeof error.type === 'string' ? error.type : 'unknown';
  return new HttpError(PARSER_PROBLEMS[type] ?? 'BAD_REQUEST', `body parser: ${type}`);
}

/** @throws HttpError CHARSET_UNSUPPORTED */
export function requireUtf8(request: Request): void {
  const charset = /charset\s*=\s*"?([^";\s]+)/i.exec(request.get('Content-Type') ?? '')?.[1];
  if (charset !== undefined && charset.toLowerCase() !== 'utf-8') throw new HttpError('CHARSET_UNSUPPORTED', 'not UTF-8');
}

/** @param exceptFor method and path below the mount point of routes that read their body themselves */
export function parseJsonBody(limit: string, exceptFor: readonly string[] = []): RequestHandler {
  const parse = express.json({ limit, inflate: false, strict: true });
  return (request, response, next) => {
    if (exceptFor.includes(`${request.method} ${request.path}`)) return next();
    if (hasBody(request)) requireUtf8(request);
    parse(request, response, (error?: unknown) => {
      if (error !== undefined) next(parserProblem(error));
      else next(Array.isArray(request.body) ? new HttpError('INVALID_BODY', 'body is a list') : undefined);
    });
  };
}
