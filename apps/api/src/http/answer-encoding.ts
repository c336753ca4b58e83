import type { Request } from 'express';

type Encoding = 'br' | 'gzip' | null;

/** Browsers send a handful of different values, and reading one costs as much as two headers. */
const MAX_REMEMBERED = 100;
const remembered = new Map<string, Encoding>();

/** Asked one by one: of several at once the visitor's order counts, and browsers name gzip first without preferring it. */
function negotiate(request: Pick<Request, 'acceptsEncodings'>): Encoding {
  if (request.acceptsEncodings('br')) return 'br';
  return request.acceptsEncodings('gzip') ? 'gzip' : null;
}

/** The smaller one of the encodings that a visitor accepts. */
export function answerEncoding(request: Pick<Request, 'acceptsEncodings' | 'headers'>): Encoding {
  const sent = String(request.headers['accept-encoding'] ?? '');
  const known = remembered.get(sent);
  if (known !== undefined) return known;
  const encoding = negotiate(request);
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(sent, encoding);
  return encoding;
}
