import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { MarsRow } from '../mars-sections.ts';

const PATH = '/services/v1.2/reports';
const ALLOWED_ROWS = 100_000;

/** The stand-in's data. */
export interface MarsLibrary {
  readonly reports: readonly MarsRow[];
  /** Names of a report's sections, the header first; null for an unknown report. */
  readonly sections: (slug: string) => readonly string[] | null;
  /** Rows of a section's issues that started between two days `YYYY-MM-DD`, newest first. */
  readonly rows: (slug: string, section: string, from: string, to: string) => readonly MarsRow[];
  /** First days of the report's issues, newest first. */
  readonly issues: (slug: string) => readonly string[];
}

export interface MarsStandIn {
  /** Address of its reports endpoint. */
  readonly baseUrl: string;
  readonly close: () => Promise<void>;
}

/** A key as the user name, and no password. */
function hasKey(request: IncomingMessage): boolean {
  const [scheme, credentials = ''] = (request.headers.authorization ?? '').split(' ');
  return scheme === 'Basic' && /^[^:]+:$/.test(Buffer.from(credentials, 'base64').toString('utf8'));
}

function sendHtml(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/html' }).end(`<html><body><h1>${status} ${text}</h1></body></html>`);
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'Content-Type': 'application/json;charset=utf-8' }).end(JSON.stringify(value));
}

function sendSection(response: ServerResponse, section: string, sections: readonly string[], results: readonly MarsRow[]): void {
  // MARS does not list the sections of a report that has only one.
  const reportSections = sections.length > 1 ? sections : null;
  const stats = { returnedRows: results.length, userAllowedRows: ALLOWED_ROWS, totalRows: results.length };
  sendJson(response, { reportSection: section, reportSections, stats, results });
}

const RANGE = /^report_begin_date=(\d{2})\/(\d{2})\/(\d{4}):(\d{2})\/(\d{2})\/(\d{4})$/;

/** First and last day of the query; an invalid query selects everything, as in MARS. */
function readRange(starts: readonly string[], query: URLSearchParams): readonly [from: string, to: string] {
  const range = RANGE.exec(query.get('q') ?? '');
  if (range) return [`${range[3]}-${range[1]}-${range[2]}`, `${range[6]}-${range[4]}-${range[5]}`];
  const issues = Number(query.get('lastReports') ?? Infinity);
  const oldest = starts[Math.min(issues, starts.length) - 1];
  return [oldest ?? '', '9999-12-31'];
}

function answer(library: MarsLibrary, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://stand-in');
  if (!hasKey(request)) return sendHtml(response, 403, 'Forbidden');
  // The list is a bare array, without the envelope of the reports.
  if (url.pathname === PATH) return sendJson(response, library.reports);
  const [slug = '', asked, ...rest] = decodeURIComponent(url.pathname)
    .slice(PATH.length + 1)
    .split('/');
  const sections = url.pathname.startsWith(`${PATH}/`) ? library.sections(slug) : null;
  const name = asked === undefined ? sections?.[0] : sections?.find((one) => one.toLowerCase() === asked.toLowerCase());
  if (sections === null || name === undefined || rest.length > 0) return sendHtml(response, 404, 'Not Found');
  const range = readRange(library.issues(slug), url.searchParams);
  sendSection(response, name, sections, library.rows(slug, name, ...range));
}

/** A small server that speaks the MARS protocol, reachable from this machine only. */
export async function startMarsStandIn(library: MarsLibrary): Promise<MarsStandIn> {
  const server = createServer((request, response) => answer(library, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the stand-in has no port');
  return {
    baseUrl: `http://127.0.0.1:${address.port}${PATH}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
