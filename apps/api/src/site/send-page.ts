import type { IncomingMessage, ServerResponse } from 'node:http';
import fresh from 'fresh';
import { answerEncoding } from '../http/answer-encoding.ts';
import { REQUEST_ID } from '../http/request-id.ts';
import type { SitePage } from './render-page.ts';
import { scriptProofFor, type ScriptProof } from './script-proof.ts';

type Encoding = ReturnType<typeof answerEncoding>;

/** A page's response, except for the request id and the page's token. */
interface PageAnswer {
  readonly etag: string;
  /** Names and values alternate, as `writeHead` takes them. */
  readonly head: readonly string[];
  readonly body: Buffer;
}

const answers = new WeakMap<SitePage, Map<string, PageAnswer>>();

/** @param isOwn true if other visitors may get a different page */
function makeAnswer(page: SitePage, encoding: Encoding, proof: ScriptProof, isOwn: boolean): PageAnswer {
  const etag = `"${page.etag}${encoding ? `-${encoding}` : ''}"`;
  const head = [
    ...Object.entries(page.headers[proof]),
    ['Content-Type', 'text/html; charset=utf-8'],
    ['Cache-Control', isOwn ? 'private, no-cache' : 'no-cache'],
    ['Vary', isOwn ? 'Accept-Encoding, User-Agent, Cookie' : 'Accept-Encoding, User-Agent'],
    ['ETag', etag],
    ...(encoding ? [['Content-Encoding', encoding]] : []),
  ];
  const body = encoding === 'br' ? page.brotli : encoding === 'gzip' ? page.gzip : page.plain;
  return { etag, head: head.flat(), body };
}

/** A page has a handful of different responses; each is built once. */
function answerOf(page: SitePage, encoding: Encoding, proof: ScriptProof, isOwn: boolean): PageAnswer {
  let known = answers.get(page);
  if (!known) answers.set(page, (known = new Map()));
  const name = `${encoding} ${proof} ${isOwn}`;
  let answer = known.get(name);
  if (!answer) known.set(name, (answer = makeAnswer(page, encoding, proof, isOwn)));
  return answer;
}

/** Uses only Node: Express's `send` would examine each header and body again, and is missing on requests that Express has not seen. */
export function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  { requestId, pageToken }: { readonly requestId: string; readonly pageToken: string },
  page: SitePage,
  isOwn: boolean,
): void {
  const { headers } = request;
  const { etag, head: shared, body } = answerOf(page, answerEncoding(request), scriptProofFor(headers['user-agent']), isOwn);
  const head = [REQUEST_ID, requestId, 'Server-Timing', pageToken, ...shared];
  if (page.status === 200 && fresh(headers, { etag })) {
    response.writeHead(304, head);
    response.end();
    return;
  }
  response.writeHead(page.status, [...head, 'Content-Length', String(body.length)]);
  response.end(body);
}
