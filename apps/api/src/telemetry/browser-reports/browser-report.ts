import { isNoise, placeOf, type Place, type Site } from './reported-url.ts';

/** What browsers report: a blocked load, a window separated from its opener, a deprecated feature, an intervention, a crash. */
export const REPORT_KINDS = ['csp', 'integrity', 'coop', 'deprecation', 'intervention', 'crash'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** A report without anything that could identify a visitor. */
export interface BrowserReport {
  readonly kind: ReportKind;
  /** What was blocked, or which feature is deprecated: only words from a closed list, identifiers and places. */
  readonly what: string;
  /** Path of the document's address, without its query. */
  readonly path: string;
  /** The release's file that caused it, if the browser names one. */
  readonly cause: Place['file'];
  /** The browser's user agent string, if the report has one. */
  readonly userAgent: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;
type Found = Pick<BrowserReport, 'what' | 'cause'>;

const MAX_WHAT = 200;
const DIRECTIVE = /^[a-z]+(?:-[a-z]+){1,5}$/;
const IDENTIFIER = /^[A-Za-z][\w-]{0,79}$/;
/** What browsers send instead of the address of what was blocked. */
const NAMELESS = new Set(['inline', 'eval', 'wasm-eval', 'trusted-types-policy', 'trusted-types-sink', 'self']);

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** `application/csp-report` has other names for the same fields, with some differences between browsers. */
const fieldOf = (body: Fields, name: string, older: string): string => textOf(body[name]) || textOf(body[older]);

function csp(body: Fields, site: Site): Found | undefined {
  // Older browsers write the whole directive with its sources.
  const [directive = ''] = (
    fieldOf(body, 'effectiveDirective', 'effective-directive') || textOf(body['violated-directive'])
  ).split(' ');
  if (!DIRECTIVE.test(directive) || textOf(body['disposition']) === 'report') return undefined;
  const blocked = fieldOf(body, 'blockedURL', 'blocked-uri');
  const source = placeOf(fieldOf(body, 'sourceFile', 'source-file'), site);
  if (NAMELESS.has(blocked)) return { what: `${directive}: ${blocked}`, cause: source?.file };
  // Extensions add fonts and pictures as `data:`. A violation by the site itself names a file of a release.
  if (/^data(?::|$)/.test(blocked)) return source?.file && { what: `${directive}: data`, cause: source.file };
  const target = placeOf(blocked, site);
  return { what: `${directive}: ${target?.name ?? 'an unreadable address'}`, cause: source?.file ?? target?.file };
}

function integrity(body: Fields, site: Site): Found | undefined {
  const target = placeOf(textOf(body['blockedURL']), site);
  const destination = textOf(body['destination']);
  if (!target || !/^[a-z]{1,20}$/.test(destination) || body['reportOnly'] === true) return undefined;
  return { what: `${destination}: ${target.name}`, cause: target.file };
}

function coop(body: Fields): Found | undefined {
  const type = textOf(body['type']);
  if (!DIRECTIVE.test(type) || type.length > 60 || textOf(body['disposition']) === 'reporting') return undefined;
  return { what: type, cause: undefined };
}

function feature(body: Fields, site: Site): Found | undefined {
  const id = textOf(body['id']);
  if (!IDENTIFIER.test(id)) return undefined;
  const source = placeOf(textOf(body['sourceFile']), site);
  return { what: source ? `${id}: ${source.name}` : id, cause: source?.file };
}

function crash(body: Fields): Found {
  const reason = textOf(body['reason']);
  return { what: IDENTIFIER.test(reason) ? reason : 'crash', cause: undefined };
}

const READERS: ReadonlyMap<unknown, readonly [ReportKind, (body: Fields, site: Site) => Found | undefined]> = new Map([
  ['csp-violation', ['csp', csp]],
  ['integrity-violation', ['integrity', integrity]],
  ['coop', ['coop', coop]],
  ['deprecation', ['deprecation', feature]],
  ['intervention', ['intervention', feature]],
  ['crash', ['crash', crash]],
]);

/**
 * Reads one report. Undefined for anything else: another type, another site's document, something that a browser extension
 * caused, or a report-only policy.
 * @param sent an entry of `application/reports+json`; the fields of its body may also have the names of `application/csp-report`
 */
export function readReport(sent: unknown, site: Site): BrowserReport | undefined {
  if (!isFields(sent) || !isFields(sent['body'])) return undefined;
  const { body } = sent;
  const [kind, read] = READERS.get(sent['type']) ?? [];
  if (!kind || !read) return undefined;
  const document = placeOf(textOf(sent['url']) || fieldOf(body, 'documentURL', 'document-uri'), site);
  if (document?.path === undefined) return undefined;
  const mentioned = ['blockedURL', 'blocked-uri', 'sourceFile', 'source-file'].map((name) => textOf(body[name]));
  if (mentioned.some(isNoise)) return undefined;
  const found = read(body, site);
  if (!found) return undefined;
  const userAgent = sent['user_agent'];
  return {
    kind,
    what: found.what.slice(0, MAX_WHAT),
    cause: found.cause,
    path: document.path,
    userAgent: typeof userAgent === 'string' ? userAgent : undefined,
  };
}
