import type { Request, Response } from 'express';
import { answerEncoding } from '../http/answer-encoding.ts';
import type { SitePage } from './render-page.ts';
import { scriptProofFor, type ScriptProof } from './script-proof.ts';

type Encoding = ReturnType<typeof answerEncoding>;
type Head = readonly (readonly [name: string, value: string | number])[];

const heads = new WeakMap<SitePage, Map<string, Head>>();

const bodyOf = (page: SitePage, encoding: Encoding): Buffer =>
  encoding === 'br' ? page.brotli : encoding === 'gzip' ? page.gzip : page.plain;

/** @param isOwn true if another visitor may be sent another page */
function makeHead(page: SitePage, encoding: Encoding, proof: ScriptProof, isOwn: boolean): Head {
  return [
    ...Object.entries(page.headers[proof]),
    ['Content-Type', 'text/html; charset=utf-8'],
    ['Cache-Control', isOwn ? 'private, no-cache' : 'no-cache'],
    ['Vary', isOwn ? 'Accept-Encoding, User-Agent, Cookie' : 'Accept-Encoding, User-Agent'],
    ['ETag', `"${page.etag}${encoding ? `-${encoding}` : ''}"`],
    ...(encoding ? ([['Content-Encoding', encoding]] as const) : []),
  ];
}

/** A page has a handful of heads; each is put together once. */
function headOf(page: SitePage, encoding: Encoding, proof: ScriptProof, isOwn: boolean): Head {
  const known = heads.get(page) ?? new Map<string, Head>();
  heads.set(page, known);
  const name = `${encoding} ${proof} ${isOwn}`;
  const head = known.get(name) ?? makeHead(page, encoding, proof, isOwn);
  known.set(name, head);
  return head;
}

const isConditional = ({ headers }: Request): boolean =>
  headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined;

/** Without Express's `send`, which would examine each header and each body again. */
export function sendPage(request: Request, response: Response, page: SitePage, isOwn: boolean): void {
  const encoding = answerEncoding(request);
  response.statusCode = page.status;
  for (const [name, value] of headOf(page, encoding, scriptProofFor(request.headers['user-agent']), isOwn))
    response.setHeader(name, value);
  if (page.status === 200 && isConditional(request) && request.fresh) {
    response.statusCode = 304;
    response.end();
    return;
  }
  const body = bodyOf(page, encoding);
  response.setHeader('Content-Length', body.length);
  response.end(body);
}
