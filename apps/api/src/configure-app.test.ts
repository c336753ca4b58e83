import { request } from 'node:http';
import { anApi, type TestApi } from './test-support/an-api.ts';
import { Readiness } from './ops/readiness.ts';
import { UsdaService } from './usda/usda.service.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ORIGIN = 'https://site.example';

interface RawResponse {
  readonly status: number | undefined;
  readonly body: string;
}

/** A request that neither browsers nor fetch would send. */
function rawRequest(url: string, path: string, options: object = {}, body = ''): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const sent = request({ hostname, port, path, ...options }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode, body: Buffer.concat(chunks).toString() }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

describe('every response of the API', () => {
  let api: TestApi;

  beforeAll(async () => {
    const big = { currentWeekData: Array.from({ length: 200 }, () => ({ type: 'Large White' })), historicalData: [] };
    api = await anApi({ PUBLIC_ORIGIN: ORIGIN }, [
      {
        provide: UsdaService,
        value: { weeklyEggReport: () => Promise.resolve({ ...big, fetchedAt: '2026-09-18T15:00:00.000Z' }) },
      },
      { provide: Readiness, value: { isReady: () => Promise.reject(new Error('canary /var/secret SELECT 1')) } },
    ]);
  });
  afterAll(() => api.close());

  const json = (body: string, headers: Record<string, string> = {}): RequestInit => ({
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
  });

  test.each(['/api/nothing', '/api', '/api/', '/api/docs/LICENSE', '/api/weekly-egg-report/x', '/api/..%2f..%2fetc/passwd'])(
    'to the unknown address %s is a 404 in JSON',
    async (path) => {
      const response = await fetch(api.url + path);
      expect([response.status, response.headers.get('Content-Type')]).toEqual([404, 'application/json; charset=utf-8']);
      expect(await response.json()).toEqual({
        error: 'There is nothing at this address.',
        code: 'not_found',
        requestId: expect.stringMatching(UUID),
      });
    },
  );

  test.each([
    ['broken JSON', json('{'), 400, 'invalid_json'],
    ['a JSON string', json('"text"'), 400, 'invalid_json'],
    ['a form', json('a=1', { 'Content-Type': 'application/x-www-form-urlencoded' }), 415, 'unsupported_media_type'],
    ['plain text', json('{}', { 'Content-Type': 'text/plain' }), 415, 'unsupported_media_type'],
    ['a compressed body', json('{}', { 'Content-Encoding': 'gzip' }), 415, 'encoding_unsupported'],
    ['another charset', json('{}', { 'Content-Type': 'application/json; charset=latin1' }), 415, 'charset_unsupported'],
    ['a string with NUL', json('{"a":["b\\u0000"]}'), 400, 'invalid_body'],
    ['a name with NUL', json('{"a\\u0000":1}'), 400, 'invalid_body'],
    ['the escape sequence of NUL as text', json('{"a":"\\\\u0000"}'), 404, 'not_found'],
    ['more than 4 kB', json(`{"a":"${'x'.repeat(4_200)}"}`), 413, 'payload_too_large'],
    ['another origin', json('{}', { Origin: 'https://evil.example' }), 403, 'cross_site'],
    [
      'another name of this machine, where the site is published',
      json('{}', { Origin: 'http://127.0.0.1:3000' }),
      403,
      'cross_site',
    ],
    ['another site by Sec-Fetch-Site', json('{}', { 'Sec-Fetch-Site': 'cross-site' }), 403, 'cross_site'],
    ['its own origin', json('{}', { Origin: ORIGIN }), 404, 'not_found'],
  ])('to %s has the matching status and code', async (_what, init, status, code) => {
    const response = await fetch(`${api.url}/api/nothing`, init);
    expect([response.status, await response.json()]).toMatchObject([status, { code }]);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });

  test('to a query with NUL is a 400', async () => {
    const response = await rawRequest(api.url, '/api/price-history?commodity=egg&item=%00');
    expect([response.status, JSON.parse(response.body)]).toMatchObject([400, { code: 'invalid_query' }]);
  });

  test('to an address that cannot be decoded is a 400, and to one of 9,000 characters a 414', async () => {
    expect(await rawRequest(api.url, '/api/weekly-egg-report/%E0%A4%A')).toMatchObject({ status: 400 });
    const long = await rawRequest(api.url, `/api/weekly-egg-report?${'x'.repeat(9_000)}`);
    expect([long.status, JSON.parse(long.body)]).toMatchObject([414, { code: 'url_too_long' }]);
  });

  test('caused by a bug is a fixed sentence, with the reason only in the log', async () => {
    const response = await fetch(`${api.url}/readyz`);
    const text = await response.text();
    expect([response.status, JSON.parse(text)]).toMatchObject([500, { code: 'internal' }]);
    expect(text).not.toContain('canary');
    const requestId = response.headers.get('X-Request-Id');
    expect(api.log).toContainEqual(expect.objectContaining({ event: 'bug', requestId, message: 'canary /var/secret SELECT 1' }));
  });

  test('has its own id, whatever the client sends', async () => {
    const response = await fetch(`${api.url}/healthz`, { headers: { 'X-Request-Id': 'forged' } });
    expect(response.headers.get('X-Request-Id')).toMatch(UUID);
  });

  test('has the headers for data, and does not name the software', async () => {
    const { headers } = await fetch(`${api.url}/api/weekly-egg-report`);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    });
    expect(headers.get('X-Powered-By')).toBeNull();
  });

  test('is compressed when it is long', async () => {
    const response = await fetch(`${api.url}/api/weekly-egg-report`, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(response.headers.get('Content-Encoding')).toBe('gzip');
    await response.json();
  });

  test('is logged in one line with the documented fields, without query, body or address', async () => {
    const response = await fetch(`${api.url}/api/logged?password=canary`, json('{"a":"canary"}', { Cookie: 'c=canary' }));
    await response.text();
    const lines = api.log.filter((line) => line['path'] === '/api/logged');
    expect(lines).toEqual([
      {
        level: 'info',
        time: expect.any(String),
        event: 'request',
        requestId: response.headers.get('X-Request-Id'),
        method: 'POST',
        path: '/api/logged',
        status: 404,
        durationMs: expect.any(Number),
        completed: true,
      },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/canary|127\.0\.0\.1/);
  });

  test('to an address with a line break is one line in the log', async () => {
    await (await fetch(`${api.url}/api/a%0d%0ab`)).text();
    expect(api.log.some((line) => line['path'] === '/api/a%0d%0ab')).toBe(true);
  });
});

test('pages come from the site module, with their own policy', async () => {
  const api = await anApi();
  const [home, unknown] = await Promise.all([fetch(api.url), fetch(`${api.url}/nothing`)]);
  expect([home.status, unknown.status]).toEqual([200, 404]);
  expect(unknown.headers.get('Content-Type')).toContain('text/html');
  expect(home.headers.get('Content-Security-Policy')).toContain("script-src 'self'");
  expect(home.headers.get('X-Permitted-Cross-Domain-Policies')).toBe('none');
  await api.close();
});

test('sends no Strict-Transport-Security over plain http', async () => {
  const api = await anApi();
  const { headers } = await fetch(`${api.url}/healthz`);
  expect(headers.get('Strict-Transport-Security')).toBeNull();
  await api.close();
});
