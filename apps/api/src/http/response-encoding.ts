import type { IncomingMessage } from 'node:http';
import accepts from 'accepts';

type Encoding = 'br' | 'gzip' | null;

/** Browsers send only a handful of different values, and parsing one costs as much as two headers. */
const MAX_REMEMBERED = 100;
const remembered = new Map<string, Encoding>();

/** Tested one by one: with several at once the visitor's order would count, and browsers list gzip first without preferring it. */
function negotiate(request: Pick<IncomingMessage, 'headers'>): Encoding {
  if (accepts(request).encoding('br')) return 'br';
  return accepts(request).encoding('gzip') ? 'gzip' : null;
}

/** The smallest encoding that a visitor accepts; null for none. */
export function responseEncoding(request: Pick<IncomingMessage, 'headers'>): Encoding {
  const sent = String(request.headers['accept-encoding'] ?? '');
  const known = remembered.get(sent);
  if (known !== undefined) return known;
  const encoding = negotiate(request);
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(sent, encoding);
  return encoding;
}
