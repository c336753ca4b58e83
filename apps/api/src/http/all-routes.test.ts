import { connect } from 'node:net';
import { HTTP_TIMEOUTS, SiteHttpAdapter } from './site-http-adapter.ts';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import { Readiness } from '../ops/readiness.ts';
import { closeServer, listen } from './server-life.ts';

/** Sends bytes that no client library would; returns the first line of the response, or "closed". */
function raw(url: string, text: string): Promise<string> {
  const { port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text, 'latin1'));
    let answer = '';
    socket.on('data', (data) => {
      answer += data.toString('latin1');
      if (answer.includes('\r\n')) socket.destroy();
    });
    socket.on('close', () => resolve(answer.split('\r\n')[0] || 'closed'));
    socket.on('error', () => resolve('closed'));
  });
}

const HOST = 'Host: localhost\r\n';

/** Each title quotes a row of the table of expected responses. */
describe('all routes', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await anApi({ PUBLIC_ORIGIN: 'https://site.example' }, [
      { provide: Readiness, value: { isReady: () => Promise.reject(new Error('canary')) } },
    ]);
  });
  afterAll(() => api.close());

  const json = (body: string, headers: Record<string, string> = {}): RequestInit => ({
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
  });

  async function expectProblem(path: string, init: RequestInit, status: number, code: string): Promise<Response> {
    const response = await fetch(api.url + path, init);
    const problem = (await response.json()) as Record<string, unknown>;
    expect([response.status, problem['code'], typeof problem['error'], typeof problem['requestId']]).toEqual([
      status,
      code,
      'string',
      'string',
    ]);
    expect([
      response.headers.get('Content-Type'),
      response.headers.get('Cache-Control'),
      response.headers.get('X-Content-Type-Options'),
    ]).toEqual(['application/json; charset=utf-8', 'no-store', 'nosniff']);
    return response;
  }

  test('"unknown /api path": 404 not_found, JSON and never index.html', async () => {
    await expectProblem('/api/none', {}, 404, 'not_found');
  });

  test.each([
    ['PUT', '/api/verify-password', 'POST'],
    ['GET', '/api/verify-password', 'POST'],
    ['GET', '/api/browser-reports', 'POST'],
    ['DELETE', '/api/drafts', 'GET, HEAD'],
    ['POST', '/api/weekly-beef-report', 'GET, HEAD'],
    ['POST', '/projects', 'GET, HEAD'],
    ['POST', '/owner/settings', 'GET, HEAD'],
    ['PUT', '/owner/jobs', 'GET, HEAD, POST'],
    ['OPTIONS', '/api/usda-reports', 'GET, HEAD'],
  ])('"wrong method": %s %s is 405 with Allow: %s', async (method, path, allow) => {
    const response = await expectProblem(path, { method }, 405, 'method_not_allowed');
    expect(response.headers.get('Allow')).toBe(allow);
  });

  test('"TRACE/CONNECT": 405 or closed', async () => {
    expect(await raw(api.url, `TRACE /api/drafts HTTP/1.1\r\n${HOST}\r\n`)).toContain(' 405 ');
    expect(await raw(api.url, `CONNECT example.org:443 HTTP/1.1\r\n${HOST}\r\n`)).toBe('closed');
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    '"body not application/json": %s is 415 unsupported_media_type',
    async (type) => {
      for (const path of ['/api/verify-password', '/api/browser-reports'])
        await expectProblem(path, json('a=1', { 'Content-Type': type }), 415, 'unsupported_media_type');
    },
  );

  test.each([
    ['Origin not in allow-list', { Origin: 'https://evil.example' }],
    ['Sec-Fetch-Site: cross-site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['Origin: null', { Origin: 'null' }],
  ])('"%s" on POST and DELETE: 403 cross_site, and no CORS header', async (_what, headers) => {
    for (const [path, init] of [
      ['/api/verify-password', json('{}', headers)],
      ['/api/browser-reports', json('[]', { 'Content-Type': 'application/reports+json', ...headers })],
      ['/api/drafts/session', { method: 'DELETE', headers }],
    ] as const) {
      const response = await expectProblem(path, init, 403, 'cross_site');
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  test.each([
    ['malformed JSON', '{', 'invalid_json'],
    ['empty body', '', 'invalid_body'],
    ['top-level array', '[]', 'invalid_body'],
    ['top-level string', '"x"', 'invalid_json'],
    ['top-level number', '5', 'invalid_json'],
    ['top-level null', 'null', 'invalid_json'],
  ])('"%s": 400 invalid_json / invalid_body', async (_what, body, code) => {
    await expectProblem('/api/verify-password', json(body), 400, code);
  });

  test.each(['gzip', 'br', 'deflate'])('"Content-Encoding %s": 415 encoding_unsupported', async (encoding) => {
    await expectProblem('/api/verify-password', json('{}', { 'Content-Encoding': encoding }), 415, 'encoding_unsupported');
  });

  test('"charset not utf-8": 415 charset_unsupported', async () => {
    await expectProblem(
      '/api/verify-password',
      json('{}', { 'Content-Type': 'application/json; charset=utf-16' }),
      415,
      'charset_unsupported',
    );
  });

  test('"body over route limit, by Content-Length or while streaming": 413 payload_too_large', async () => {
    await expectProblem('/api/verify-password', json(JSON.stringify({ password: 'x'.repeat(5_000) })), 413, 'payload_too_large');
    const chunk = `1000\r\n${'x'.repeat(4096)}\r\n`;
    const streamed = `POST /api/verify-password HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}${chunk}0\r\n\r\n`;
    expect(await raw(api.url, streamed)).toContain(' 413 ');
  });

  test('"Content-Length shorter/longer, client abort": 400 or nothing stored', async () => {
    const head = (length: number) =>
      `POST /api/kaleidoscope-submissions HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`;
    // Shorter: the announced length ends in the middle of the JSON. Longer: the rest never comes, and the client disconnects.
    expect(await raw(api.url, `${head(5)}{"imageData":"x"}`)).toContain(' 400 ');
    const { port } = new URL(api.url);
    await new Promise<void>((done) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(`${head(500)}{"imageData":`);
        setTimeout(() => socket.destroy(), 100);
      });
      socket.on('close', () => done());
    });
    expect(await (await fetch(`${api.url}/api/kaleidoscope-submissions`)).json()).toEqual([]);
  });

  test.each([
    ['CL+TE', `POST /api/x HTTP/1.1\r\n${HOST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['bad chunk', `POST /api/x HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`],
    ['bare LF', 'GET /api/x HTTP/1.1\nHost: localhost\n\n'],
    ['obs-fold', `GET /api/x HTTP/1.1\r\n${HOST}X-A: b\r\n c\r\n\r\n`],
    ['NUL in header', `GET /api/x HTTP/1.1\r\n${HOST}X-A: a\0b\r\n\r\n`],
  ])('"%s": 400 and close', async (_what, text) => {
    expect(await raw(api.url, text)).toMatch(/ 400 |^closed$/);
  });

  test('"headers > 16 KB": 431', async () => {
    expect(await raw(api.url, `GET / HTTP/1.1\r\n${HOST}X-A: ${'a'.repeat(17_000)}\r\n\r\n`)).toContain(' 431 ');
  });

  test('"URL > 8 KB": 414', async () => {
    expect(await raw(api.url, `GET /?${'a'.repeat(9_000)} HTTP/1.1\r\n${HOST}\r\n`)).toContain(' 414 ');
  });

  test('"malformed percent": 400', async () => {
    expect(await raw(api.url, `GET /api/kaleidoscope-submissions/%E0%A4%A HTTP/1.1\r\n${HOST}\r\n`)).toContain(' 400 ');
  });

  test('"slowloris (1 byte/s)": 408', async () => {
    const adapter = new SiteHttpAdapter({
      ...HTTP_TIMEOUTS,
      headersTimeout: 200,
      requestTimeout: 300,
      connectionsCheckingInterval: 50,
    });
    adapter.initHttpServer();
    const url = await listen(adapter.getHttpServer(), 0, '127.0.0.1');
    const { port } = new URL(url);
    const answer = await new Promise<string>((done) => {
      const socket = connect(Number(port), '127.0.0.1');
      const drip = setInterval(() => socket.write('x'), 60);
      socket.write('GET / HTTP/1.1\r\nX-Slow: ');
      socket.on('data', (data) => done(data.toString()));
      socket.on('error', () => undefined);
      socket.on('close', () => clearInterval(drip));
    });
    expect(answer).toContain(' 408 ');
    await closeServer(adapter.getHttpServer());
  });

  test('"__proto__, constructor, duplicate keys, 200k-deep arrays": 400, and no object is polluted', async () => {
    for (const body of ['{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}', '{"a":1,"a":2}']) {
      await expectProblem('/api/verify-password', json(body), 400, 'invalid_password');
    }
    const deep = await fetch(`${api.url}/api/kaleidoscope-submissions`, json('['.repeat(200_000)));
    expect(deep.status).toBe(400);
    expect({}).not.toHaveProperty('x');
  });

  test.each(['?limit=1&limit=2', '?limit[$gt]=1'])('"%s": 400 invalid_query', async (query) => {
    await expectProblem(`/api/kaleidoscope-submissions${query}`, {}, 400, 'invalid_query');
  });

  test('"bug": 500 internal, the id in the log, and the process survives', async () => {
    const response = await expectProblem('/readyz', {}, 500, 'internal');
    expect(api.log).toContainEqual(expect.objectContaining({ event: 'bug', requestId: response.headers.get('X-Request-Id') }));
    expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
  });

  test.each([
    '/..%2f..%2fetc/passwd',
    '/r/..%2f..%2fregistry/current',
    '/api/%00',
    '/%c0%ae%c0%ae/etc/passwd',
    '/.git/config',
    '/.env',
    '/r/shell/1.0.0-0123456789ab/entry.js.map',
    '/r/shell/1.0.0-0123456789ab/server.mjs',
    '/r/shell/1.0.0-0123456789ab/release.json',
    '/r/',
    '/node_modules/express/package.json',
  ])('"%s": 404 or 400, and no listing', async (path) => {
    const status = await raw(api.url, `GET ${path} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`);
    expect(status).toMatch(/ (?:404|400) /);
  });
});
