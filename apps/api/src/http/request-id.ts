import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

const HEADER = 'X-Request-Id';

/** Names the request. An id that a client sends is ignored: it could forge log lines. */
export function nameRequest(_request: Request, response: Response, next: NextFunction): void {
  // Without Express's `set`, which looks at what the header is.
  response.setHeader(HEADER, randomUUID());
  next();
}

export function requestIdOf(response: Response): string {
  return response.get(HEADER) ?? '';
}
