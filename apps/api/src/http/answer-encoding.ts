import type { Request } from 'express';

/**
 * The smaller one of what a visitor takes. Asked one by one: of several at once the visitor's order counts, and browsers name gzip
 * first without preferring it.
 */
export function answerEncoding(request: Pick<Request, 'acceptsEncodings'>): 'br' | 'gzip' | null {
  if (request.acceptsEncodings('br')) return 'br';
  return request.acceptsEncodings('gzip') ? 'gzip' : null;
}
