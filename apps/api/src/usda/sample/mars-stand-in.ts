import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { MarsRow } from '../mars-answer.ts';

const PATH = '/services/v1.2/reports';
const SECTIONS = ['Report Header', 'Report Metrics', 'Report Details'];
const ALLOWED_ROWS = 100_000;

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

function sendSection(response: ServerResponse, section: string, results: readonly MarsRow[]): void {
  const stats = { returnedRows: results.length, userAllowedRows: ALLOWED_ROWS, totalRows: results.length };
  const body = JSON.stringify({ reportSection: section, reportSections: SECTIONS, stats, results });
  response.writeHead(200, { 'Content-Type': 'application/json;charset=utf-8' }).end(body);
}

/** `MM/DD/YYYY` as a text that sorts by time. */
function sortableDate(row: MarsRow): string {
  const [month, day, year] = String(row['report_date']).split('/');
  return `${year}-${month}-${day}`;
}

function lastReports(rows: readonly MarsRow[], count: number): readonly MarsRow[] {
  const wanted = new Set([...new Set(rows.map(sortableDate))].sort().slice(-count));
  return rows.filter((row) => wanted.has(sortableDate(row)));
}

function answer(rows: readonly MarsRow[], request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://stand-in');
  const [slug = '', section = 'Report Header', ...rest] = decodeURIComponent(url.pathname)
    .slice(PATH.length + 1)
    .split('/');
  const ofReport = rows.filter((row) => String(row['slug_id']) === slug);
  const name = SECTIONS.find((candidate) => candidate.toLowerCase() === section.toLowerCase());
  if (!hasKey(request)) sendHtml(response, 403, 'Forbidden');
  else if (!url.pathname.startsWith(`${PATH}/`) || ofReport.length === 0 || !name || rest.length > 0) {
    sendHtml(response, 404, 'Not Found');
  } else {
    const issues = Number(url.searchParams.get('lastReports') ?? Infinity);
    sendSection(response, name, name === 'Report Details' ? lastReports(ofReport, issues) : []);
  }
}

/** A small server that speaks the MARS protocol over the given rows, reachable from this machine only. */
export async function startMarsStandIn(rows: readonly MarsRow[]): Promise<MarsStandIn> {
  const server = createServer((request, response) => answer(rows, request, response));
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
