import type { IncomingMessage, ServerResponse } from 'node:http';
import fresh from 'fresh';
import { REQUEST_ID } from '../http/request-id.ts';
import { responseEncoding } from '../http/response-encoding.ts';
import type { SitePage } from './render-page.ts';
import { optsOut, withReporting } from './reporting-headers.ts';
import { scriptRestrictionFor, type ScriptRestriction } from './script-restriction.ts';

type Encoding = ReturnType<typeof responseEncoding>;

/** A page's response, except for the request id and the page's token. */
interface PageResponse {
  readonly etag: string;
  /** Names and values alternate, as `writeHead` takes them. */
  readonly head: readonly string[];
  readonly body: Buffer;
}

interface Variant {
  readonly encoding: Encoding;
  readonly restriction: ScriptRestriction;
  /** True if other visitors may get a different page. */
  readonly isVisitorSpecific: boolean;
  /** True if the visitor's browser may report what goes wrong. */
  readonly reports: boolean;
}

const responses = new WeakMap<SitePage, Map<string, PageResponse>>();
const VARY = 'Accept-Encoding, User-Agent, DNT, Sec-GPC';

function makeResponse(page: SitePage, variant: Variant): PageResponse {
  const { encoding, restriction, isVisitorSpecific, reports } = variant;
  // Otherwise a 304 would leave the reporting address in the cache of a visitor who has since objected.
  const etag = `"${page.etag}${encoding ? `-${encoding}` : ''}${reports ? '' : '-quiet'}"`;
  const headers =
    reports && page.reporting ? withReporting(page.headers[restriction], page.reporting) : page.headers[restriction];
  const head = [
    ...Object.entries(headers),
    ['Content-Type', 'text/html; charset=utf-8'],
    ['Cache-Control', isVisitorSpecific ? 'private, no-cache' : 'no-cache'],
    ['Vary', isVisitorSpecific ? `${VARY}, Cookie` : VARY],
    ['ETag', etag],
    ...(encoding ? [['Content-Encoding', encoding]] : []),
  ];
  const body = encoding === 'br' ? page.brotli : encoding === 'gzip' ? page.gzip : page.plain;
  return { etag, head: head.flat(), body };
}

/** A page has a handful of different responses; each is built once. */
function responseOf(page: SitePage, variant: Variant): PageResponse {
  let known = responses.get(page);
  if (!known) responses.set(page, (known = new Map()));
  const name = `${variant.encoding} ${variant.restriction} ${variant.isVisitorSpecific} ${variant.reports}`;
  let response = known.get(name);
  if (!response) known.set(name, (response = makeResponse(page, variant)));
  return response;
}

/** Uses only Node: Express's `send` would examine each header and body again, and is missing on requests that Express has not seen. */
export function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  { requestId, pageToken }: { readonly requestId: string; readonly pageToken: string },
  page: SitePage,
  isVisitorSpecific: boolean,
): void {
  const { headers } = request;
  const {
    etag,
    head: shared,
    body,
  } = responseOf(page, {
    encoding: responseEncoding(request),
    restriction: scriptRestrictionFor(headers['user-agent']),
    isVisitorSpecific,
    reports: !optsOut(headers),
  });
  const head = [REQUEST_ID, requestId, 'Server-Timing', pageToken, ...shared];
  if (page.status === 200 && fresh(headers, { etag })) {
    response.writeHead(304, head);
    response.end();
    return;
  }
  response.writeHead(page.status, [...head, 'Content-Length', String(body.length)]);
  response.end(body);
}
