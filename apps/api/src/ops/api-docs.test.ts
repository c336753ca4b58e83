import { TEST_PASSWORD, TEST_PASSWORD_HASH } from '../test-support/a-password.ts';
import { aPicture, dataUrl, upload } from '../test-support/a-picture.ts';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import { cookiesOf } from '../test-support/cookies-of.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly example?: unknown;
}

interface Operation {
  readonly summary?: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

/** Where a value does not match its schema; supports the few JSON Schema keywords in use. */
function differences(value: unknown, schema: Schema, schemas: Document['components']['schemas'], at = 'response'): string[] {
  if (schema.$ref) return differences(value, schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, schemas, at);
  if (value === null) return schema.nullable ? [] : [`${at} is null`];
  if (schema.enum && !schema.enum.includes(value)) return [`${at} is ${String(value)}, not one of its values`];
  const isA = (type: string): boolean => {
    if (type === 'integer') return Number.isInteger(value);
    if (type === 'array') return Array.isArray(value);
    return typeof value === type;
  };
  if (schema.type && !isA(schema.type)) return [`${at} is not a ${schema.type}`];
  if (Array.isArray(value))
    return value.slice(0, 20).flatMap((item, n) => differences(item, schema.items ?? {}, schemas, `${at}[${n}]`));
  if (typeof value !== 'object' || !schema.properties) return [];
  const fields = value as Record<string, unknown>;
  const undescribed = Object.keys(fields).filter((name) => !schema.properties?.[name]);
  const missing = (schema.required ?? []).filter((name) => !(name in fields));
  return [
    ...undescribed.map((name) => `${at}.${name} is not described`),
    ...missing.map((name) => `${at}.${name} is missing`),
    ...Object.entries(schema.properties).flatMap(([name, inner]) =>
      name in fields ? differences(fields[name], inner, schemas, `${at}.${name}`) : [],
    ),
  ];
}

describe('the API description', () => {
  let api: TestApi;
  let document: Document;

  beforeAll(async () => {
    api = await anApi({ USDA_SOURCE: 'sample', DRAFT_PASSWORD_HASH: TEST_PASSWORD_HASH });
    document = (await (await fetch(`${api.url}/api/docs/openapi.json`)).json()) as Document;
  });
  afterAll(() => api.close());

  // Written by hand, so that a new route shows up in the diff.
  test('names every route, and only routes that exist', () => {
    expect(Object.keys(document.paths).sort()).toEqual([
      '/api/browser-reports',
      '/api/daily-challenge',
      '/api/daily-challenge/entries',
      '/api/daily-challenge/entries/{id}',
      '/api/drafts',
      '/api/drafts/session',
      '/api/errors',
      '/api/kaleidoscope-submissions',
      '/api/kaleidoscope-submissions/statistics',
      '/api/kaleidoscope-submissions/{id}',
      '/api/kaleidoscope-submissions/{id}/image',
      '/api/kaleidoscope-submissions/{id}/report',
      '/api/kaleidoscope-submissions/{id}/thumbnail',
      '/api/price-history',
      '/api/price-history.atom',
      '/api/price-history.csv',
      '/api/price-history.csv-metadata.json',
      '/api/price-picture.png',
      '/api/releases',
      '/api/releases/authority',
      '/api/releases/log',
      '/api/releases/preview',
      '/api/releases/status',
      '/api/releases/{app}/kill',
      '/api/releases/{app}/override-link',
      '/api/releases/{app}/promote',
      '/api/releases/{app}/retire',
      '/api/releases/{app}/rollback',
      '/api/releases/{app}/uploads',
      '/api/releases/{app}/uploads/{release}/canary',
      '/api/releases/{app}/uploads/{release}/check',
      '/api/releases/{app}/uploads/{release}/commit',
      '/api/releases/{app}/uploads/{release}/{content}',
      '/api/releases/{app}/{release}/evidence',
      '/api/telemetry',
      '/api/usda-reports',
      '/api/usda-reports/{slug}',
      '/api/usda-reports/{slug}/{section}',
      '/api/verify-password',
      '/api/vitals',
      '/api/weekly-beef-report',
      '/api/weekly-egg-report',
      '/healthz',
      '/metrics',
      '/readyz',
    ]);
  });

  test('says what each call is for', () => {
    const silent = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, operation]) => (operation.summary ? [] : [`${method} ${path}`])),
    );
    expect(silent).toEqual([]);
  });

  test('says what callers of a restricted route must present', () => {
    const needed = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { security = [] }]) =>
        security.flatMap((scheme) => Object.keys(scheme).map((name) => ({ name, call: `${method} ${path}` }))),
      ),
    );
    const callsOf = (wanted: string) => needed.filter(({ name }) => name === wanted).map(({ call }) => call);
    expect(Object.keys(document.components.securitySchemes).toSorted()).toEqual(['draftSession', 'ownerToken', 'signature']);
    expect(callsOf('draftSession')).toEqual(['get /api/drafts']);
    expect(callsOf('ownerToken')).toEqual(expect.arrayContaining(['get /metrics']));
    expect(callsOf('signature')).toEqual(expect.arrayContaining(['post /api/releases/{app}/promote']));
    expect(needed.some(({ call }) => call.includes('kaleidoscope'))).toBe(false);
  });

  test('has an example for every field that is a string or a number', () => {
    const without = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      Object.entries(schema.properties ?? {}).flatMap(([field, inner]) =>
        ['string', 'number', 'integer'].includes(inner.type ?? '') && !inner.enum && inner.example === undefined
          ? [`${name}.${field}`]
          : [],
      ),
    );
    expect(without).toEqual([]);
  });

  test.each(['unknown', '__proto__'])('lists every parameter: every route rejects "%s"', async (name) => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path: path.replace('{id}', 'a'.repeat(32)) })),
    );
    const answers = await Promise.all(
      operations.map(async ({ method, path }) => {
        const known = path.startsWith('/api/price-') ? 'commodity=egg&' : '';
        const response = await fetch(`${api.url}${path}?${known}${name}=1`, { method });
        const { code } = (await response.json()) as { code: string };
        return `${method} ${path} ${response.status} ${code}`;
      }),
    );
    // Without a session, the drafts route does not reveal whether a parameter is known.
    const expected = operations.map(({ method, path }) =>
      path === '/api/drafts' ? `${method} ${path} 401 draft_locked` : `${method} ${path} 400 invalid_query`,
    );
    expect(answers).toEqual(expected);
  });

  test.each([
    ['/api/verify-password', { password: 'x' }],
    [`/api/kaleidoscope-submissions/${'a'.repeat(32)}/report`, { reason: 'x' }],
    ['/api/telemetry', { reports: [] }],
    ['/api/vitals', { token: 'x' }],
    ['/api/errors', { token: 'x' }],
    ['/api/daily-challenge/entries', { day: '2026-11-22', initials: 'ACE', score: 1, run: 'A' }],
  ])('lists every field: %s rejects an unknown one', async (path, sent) => {
    for (const name of ['more', 'constructor', '__proto__']) {
      const body = JSON.stringify(sent).replace('{', `{"${name}":1,`);
      const response = await fetch(api.url + path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
      expect([name, response.status]).toEqual([name, 400]);
    }
  });

  describe('agrees with the response', () => {
    let id = '';
    let cookie = '';
    beforeAll(async () => {
      const saved = (await (
        await upload(api.url, { body: { imageData: dataUrl(await aPicture(1)), flowerCount: 3 } })
      ).json()) as { id: string };
      id = saved.id;
      const opened = await fetch(`${api.url}/api/verify-password`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ password: TEST_PASSWORD }),
      });
      cookie = cookiesOf(opened);
    });

    const json = (method: string, body?: unknown): RequestInit => ({
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });

    test.each<[string, string, RequestInit, number]>([
      ['/api/weekly-egg-report', '/api/weekly-egg-report', {}, 200],
      ['/api/weekly-beef-report', '/api/weekly-beef-report', {}, 200],
      ['/api/usda-reports', '/api/usda-reports', {}, 200],
      ['/api/usda-reports/{slug}', '/api/usda-reports/1280', {}, 200],
      ['/api/usda-reports/{slug}', '/api/usda-reports/9999', {}, 404],
      ['/api/usda-reports/{slug}/{section}', '/api/usda-reports/1280/report-header', {}, 200],
      ['/api/usda-reports/{slug}/{section}', '/api/usda-reports/1280/nothing', {}, 404],
      ['/api/price-history', '/api/price-history?commodity=egg', {}, 200],
      ['/api/price-history', '/api/price-history?commodity=x', {}, 400],
      ['/api/drafts', '/api/drafts', {}, 200],
      ['/api/drafts', '/api/drafts', { headers: {} }, 401],
      ['/api/verify-password', '/api/verify-password', json('POST', { password: 'x' }), 200],
      ['/api/verify-password', '/api/verify-password', json('POST', {}), 400],
      ['/api/kaleidoscope-submissions', '/api/kaleidoscope-submissions', {}, 200],
      ['/api/kaleidoscope-submissions', '/api/kaleidoscope-submissions?limit=0', {}, 400],
      ['/api/kaleidoscope-submissions', '/api/kaleidoscope-submissions', json('POST', {}), 400],
      [
        '/api/kaleidoscope-submissions',
        '/api/kaleidoscope-submissions',
        json('POST', { imageData: 'data:image/gif;base64,AAAA' }),
        415,
      ],
      ['/api/kaleidoscope-submissions/statistics', '/api/kaleidoscope-submissions/statistics', {}, 200],
      ['/api/kaleidoscope-submissions/{id}', '/api/kaleidoscope-submissions/:id', {}, 200],
      ['/api/kaleidoscope-submissions/{id}', '/api/kaleidoscope-submissions/nothing', {}, 404],
      ['/api/kaleidoscope-submissions/{id}', '/api/kaleidoscope-submissions/:id', { method: 'DELETE' }, 403],
      ['/api/kaleidoscope-submissions/{id}/report', '/api/kaleidoscope-submissions/:id/report', json('POST', {}), 400],
      ['/api/daily-challenge', '/api/daily-challenge', {}, 200],
      ['/api/daily-challenge', '/api/daily-challenge?day=2026-02-31', {}, 400],
      ['/api/daily-challenge/entries/{id}', '/api/daily-challenge/entries/nothing', {}, 404],
      ['/api/daily-challenge/entries', '/api/daily-challenge/entries', json('POST', {}), 400],
      ['/api/browser-reports', '/api/browser-reports', json('POST', []), 415],
      ['/healthz', '/healthz', {}, 200],
      ['/readyz', '/readyz', {}, 200],
    ])('%s (%s) %j: %d', async (path, address, init, status) => {
      const headers = init.headers ?? (path === '/api/drafts' ? { Cookie: cookie } : {});
      const ask = () => fetch(api.url + address.replace(':id', id), { ...init, headers });
      let response = await ask();
      // On a busy machine, making reports from the sample may take longer than a visitor waits.
      while (response.status === 504) response = await ask();
      const described = document.paths[path]?.[(init.method ?? 'GET').toLowerCase()]?.responses[status];
      expect([response.status, described === undefined]).toEqual([status, false]);
      const schema = described?.content?.['application/json']?.schema ?? {};
      expect(differences(await response.json(), schema, document.components.schemas)).toEqual([]);
    });

    test('for a saved picture too', async () => {
      const response = await upload(api.url, { body: { imageData: dataUrl(await aPicture(2)), flowerCount: 3 } });
      const schema =
        document.paths['/api/kaleidoscope-submissions']?.['post']?.responses['201']?.content?.['application/json']?.schema ?? {};
      expect(differences(await response.json(), schema, document.components.schemas)).toEqual([]);
    });
  });
});
