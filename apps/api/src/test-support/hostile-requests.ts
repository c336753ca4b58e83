import { createRequire } from 'node:module';
import fc from 'fast-check';

export const NAUGHTY_STRINGS: readonly string[] = createRequire(import.meta.url)('big-list-of-naughty-strings/blns.json');

interface Parameter {
  readonly name: string;
  readonly in: string;
}

/** The part of an OpenAPI document that requests are generated from. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly parameters?: readonly Parameter[] }>>>>;
}

export interface Route {
  readonly method: string;
  /** With the names of its parameters in braces. */
  readonly path: string;
  readonly query: readonly string[];
}

/** Pages, files and the owner's area, which the document leaves out. */
const OTHER_ROUTES: readonly (readonly [method: string, path: string, query: string])[] = [
  ...['/', '/{page}', '/projects/{page}', '/embed/{page}', '/owner', '/r/{app}/{release}/{file}', '/{file}.txt'].map(
    (path) => ['GET', path, 'override'] as const,
  ),
  ['GET', '/owner/login', 'to'],
  ['GET', '/owner/gallery', 'before'],
  ['GET', '/owner/reports', 'override'],
  ['GET', '/owner/errors', 'to'],
  ['GET', '/owner/gallery/{id}/thumbnail', 'override'],
  ['GET', '/owner/jobs', 'again'],
  ...['prices', 'backups', 'settings'].map((path) => ['GET', `/owner/${path}`, 'override'] as const),
  ['POST', '/owner', 'override'],
  ...['login', 'logout', 'gallery/decisions', 'gallery/undo', 'gallery/unban', 'prices', 'jobs'].map(
    (path) => ['POST', `/owner/${path}`, 'override'] as const,
  ),
];
const takesForm = ({ method, path }: Route): boolean => method === 'POST' && /^\/owner(?:\/|$)/.test(path);
const takesReports = ({ path }: Route): boolean => path === '/api/browser-reports';

export function routesOf(document: OpenApiDocument): Route[] {
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [] }]) => ({
      method: method.toUpperCase(),
      path,
      query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
    })),
  );
  return [...described, ...OTHER_ROUTES.map(([method, path, query]) => ({ method, path, query: [query] }))];
}

export interface HostileRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Places for hostile text; text that a place cannot hold is changed as little as possible. */
interface Ingredients {
  readonly route: Route;
  readonly parameter: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | null;
}

const encoded = (text: string): string => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '?'));
/** A header can only carry what HTTP allows; the rest would never leave a client. */
const headerText = (text: string): string => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').trim();

/** The fields of a JSON object as a form; any other text as it is. */
function asForm(text: string): string {
  try {
    const fields: unknown = JSON.parse(text);
    if (typeof fields !== 'object' || fields === null) return text;
    return Object.entries(fields)
      .map(([name, value]) => `${encoded(name)}=${encoded(String(value))}`)
      .join('&');
  } catch {
    return text;
  }
}

/** The fields of a JSON object as a browser's report about a page of the site; any other text as it is. */
function asReports(text: string): string {
  try {
    const fields: unknown = JSON.parse(text);
    if (typeof fields !== 'object' || fields === null) return text;
    const { url, type, ...body } = fields as Readonly<Record<string, unknown>>;
    const kinds = ['csp-violation', 'integrity-violation', 'coop', 'deprecation', 'intervention', 'crash', type];
    return JSON.stringify(kinds.flatMap((kind) => ['http://localhost:0/', url].map((at) => ({ type: kind, url: at, body }))));
  } catch {
    return text;
  }
}

function typeOf(route: Route): string {
  if (takesReports(route)) return 'application/reports+json';
  return takesForm(route) ? 'application/x-www-form-urlencoded' : 'application/json';
}

function bodyOf(route: Route, text: string): string {
  if (takesReports(route)) return asReports(text);
  return takesForm(route) ? asForm(text) : text;
}

function requestOf({ route, parameter, query, headers, body }: Ingredients): HostileRequest {
  const path = route.path.replaceAll(/\{\w+\}/g, encoded(parameter));
  const search = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
  return {
    method: route.method,
    path: (search === '' ? path : `${path}?${search}`).slice(0, 9_000),
    headers: {
      ...(body !== null && { 'Content-Type': typeOf(route) }),
      ...Object.fromEntries(headers.map(([name, value]) => [name, headerText(value).slice(0, 4_000)])),
    },
    body: body === null ? null : bodyOf(route, body),
  };
}

const COOKIES = ['draft', 'owner', 'device', 'set', 'override', '__Host-draft'];
const HEADERS = [
  ...[
    'Accept',
    'Accept-Encoding',
    'Accept-Language',
    'Authorization',
    'Content-Type',
    'If-Match',
    'If-None-Match',
    'If-Modified-Since',
  ],
  ...[
    'Idempotency-Key',
    'Origin',
    'Range',
    'Referer',
    'Sec-Fetch-Site',
    'User-Agent',
    'X-Delete-Token',
    'X-Exhibit',
    'X-Forwarded-For',
  ],
];
const FIELDS = [
  ...['again', 'promote', 'rollback', 'stable', 'canary', 'message'],
  ...['password', 'reason', 'imageData', 'flowerCount', 'reports', 'app', 'release', 'path', 'outcome', 'ms'],
  ...['url', 'type', 'blockedURL', 'documentURL', 'sourceFile', 'effectiveDirective', 'destination', 'user_agent'],
  ...['to', 'decision', 'approve', 'id', 'batch', 'hash', 'show'],
];
const EDGES = [
  ...[
    '',
    '0',
    '-1',
    '1e309',
    'NaN',
    '2147483648',
    '9007199254740993',
    '\u0000',
    '%00',
    '%',
    '__proto__',
    'constructor',
    'toString',
  ],
  ...[
    '2026-02-31',
    '2026-W40-1',
    '0000-00-00',
    '+275760-09-13',
    'beef',
    'egg',
    'NATIONAL',
    'kaleidoscope',
    '..',
    '../../etc/passwd',
  ],
  ...[
    'a'.repeat(3_000),
    '0'.repeat(32),
    '\ud800',
    '*',
    '"',
    '[',
    'W/"',
    'bytes=0-',
    'br;q=0, gzip;q=nan',
    'Bearer x',
    'Basic Og==',
  ],
];

const cookieOf = (name: string, value: string): string => `${name}=${encoded(value)}`;

/** One request with the same text in every place that the route offers. */
export function everywhere(route: Route, text: string): HostileRequest {
  const fields = Object.fromEntries(FIELDS.map((name) => [name, text]));
  return requestOf({
    route,
    parameter: text === '' ? 'x' : text,
    query: [...route.query, ...(route.query.length === 0 ? [] : [text])].map((name) => [name, text] as const),
    headers: [
      ...HEADERS.filter((name) => !['Content-Type', 'Origin', 'Sec-Fetch-Site'].includes(name)).map(
        (name) => [name, text] as const,
      ),
      ['Cookie', COOKIES.map((name) => cookieOf(name, text)).join('; ')],
    ],
    body: route.method === 'GET' ? null : JSON.stringify(fields),
  });
}

/** Requests of any kind to any of the routes. */
export function hostileRequests(routes: readonly Route[]): fc.Arbitrary<HostileRequest> {
  const text = fc.oneof(
    fc.constantFrom(...EDGES),
    fc.constantFrom(...NAUGHTY_STRINGS),
    fc.string({ unit: 'binary', maxLength: 60 }),
  );
  const value = fc.oneof(text, fc.double(), fc.integer(), fc.constantFrom(null, true, [], {}, [{}]));
  const field = fc.oneof(fc.constantFrom(...FIELDS), fc.constantFrom('__proto__', 'constructor'), text);
  const object = fc.dictionary(field, fc.oneof(value, fc.array(fc.dictionary(field, value), { maxLength: 3 })), { maxKeys: 6 });
  const body = fc.oneof(
    { weight: 4, arbitrary: object.map((sent) => JSON.stringify(sent)) },
    { weight: 4, arbitrary: fc.json({ maxDepth: 6 }) },
    { weight: 4, arbitrary: text },
    // A form with as many fields of one name as fit.
    { weight: 1, arbitrary: fc.constant('a&'.repeat(8_000)) },
  );
  const cookie = fc.array(fc.tuple(fc.constantFrom(...COOKIES), text), { minLength: 1, maxLength: 5 });
  return fc
    .constantFrom(...routes)
    .chain((route) =>
      fc.record({
        route: fc.constant(route),
        parameter: text.map((sent) => sent || 'x'),
        query: fc.array(fc.tuple(fc.oneof(fc.constantFrom('limit', ...route.query), text), text), { maxLength: 4 }),
        headers: fc.array(fc.tuple(fc.constantFrom(...HEADERS), text), { maxLength: 4 }),
        cookies: fc.option(cookie),
        body: route.method === 'GET' ? fc.constant(null) : fc.option(body),
      }),
    )
    .map(({ headers, cookies, ...rest }) =>
      requestOf({
        ...rest,
        headers: [
          ...headers,
          ...(cookies === null ? [] : [['Cookie', cookies.map(([name, sent]) => cookieOf(name, sent)).join('; ')] as const]),
        ],
      }),
    );
}
