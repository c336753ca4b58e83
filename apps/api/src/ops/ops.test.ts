import { get } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { ServerLoad } from '../http/server-load.ts';
import { JobRepository } from '../jobs/job.repository.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import { until } from '../test-support/until.ts';
import { API_DOCS_CSP } from './api-docs.ts';
import { FreeDisk } from './free-disk.ts';
import { Readiness } from './readiness.ts';
import { ServerHealth } from './server-health.ts';

describe('operations', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await anApi();
  });
  afterAll(() => api.close());

  test('the server is alive and ready', async () => {
    for (const [path, status] of [
      ['/healthz', 'alive'],
      ['/readyz', 'ready'],
    ]) {
      const response = await fetch(`${api.url}${path}`);
      expect([response.status, response.headers.get('Cache-Control'), await response.json()]).toEqual([
        200,
        'no-store',
        { status },
      ]);
    }
  });

  test('the API is described, including the failures of the price report', async () => {
    const response = await fetch(`${api.url}/api/docs/openapi.json`);
    const document: unknown = await response.json();
    expect(document).toMatchObject({
      paths: {
        '/api/weekly-egg-report': {
          get: {
            responses: {
              200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/WeeklyReport' } } } },
              502: { content: { 'application/json': { schema: { $ref: '#/components/schemas/ApiProblem' } } } },
              503: {},
              504: {},
            },
          },
        },
        '/healthz': {},
        '/readyz': {},
      },
      components: {
        schemas: {
          WeeklyReport: {
            properties: {
              currentWeekData: {
                items: {
                  properties: { price_avg: { type: 'number', nullable: true }, package_size: { type: 'string', nullable: true } },
                },
              },
            },
          },
        },
      },
    });
  });

  test('the API docs page only runs its own script files', async () => {
    const response = await fetch(`${api.url}/api/docs`);
    expect(await response.text()).not.toMatch(/<script>/);
    expect(response.headers.get('Content-Security-Policy')).toContain("script-src 'self';");
    expect(API_DOCS_CSP['script-src']).toEqual(["'self'"]);
  });
});

/** The status of /metrics for a client that knows the server by this name. */
const statusFor = ({ url }: TestApi, host: string): Promise<number | undefined> =>
  new Promise((done, fail) => {
    get(`${url}/metrics`, { headers: { Host: `${host}:${new URL(url).port}` } }, (response) => {
      response.resume();
      done(response.statusCode);
    }).once('error', fail);
  });

describe('/metrics', () => {
  const OWNER_TOKEN = 'owner-token-owner-token-owner-token';

  test('counts requests by route, never by address, and shows no version', async () => {
    const api = await anApi();
    for (const path of ['/healthz', '/projects/x1', '/projects/x2', '/api/none/x3', '/r/none/x4', '/api/usda-reports']) {
      await (await fetch(api.url + path)).text();
    }
    const response = await fetch(`${api.url}/metrics`);
    const text = await response.text();
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, expect.stringContaining('text/plain')]);
    for (const line of [
      'http_requests_total{method="GET",route="/healthz",status="200"} 1',
      'http_requests_total{method="GET",route="page",status="404"} 2',
      'http_requests_total{method="GET",route="none",status="404"} 1',
      'http_requests_total{method="GET",route="release file",status="404"} 1',
      'http_requests_total{method="GET",route="/api/usda-reports",status="503"} 1',
    ]) {
      expect(text).toContain(line);
    }
    expect(text).not.toMatch(/x[1-4]|v\d+\.\d+\.\d+/);
    await api.close();
  });

  test('reports waiting and failing jobs, and everything else even while the database is unavailable', async () => {
    const api = await anApi();
    await api.get(JobRunner).enqueue({ name: 'a', kind: 'of a later release' });
    const read = async () => (await fetch(`${api.url}/metrics`)).text();
    expect(await read()).toMatch(/^jobs\{state="waiting"\} [1-9]/m);
    api.get(JobRepository).summary = () => Promise.reject(new Error('no database'));
    const text = await read();
    expect([/^jobs\{/m.test(text), text.includes('http_requests_total')]).toEqual([false, true]);
    expect(text).not.toMatch(/^jobs_overdue_seconds /m);
    await api.close();
  });

  test('is only for this machine if no token is set', async () => {
    const api = await anApi();
    for (const header of ['X-Forwarded-For', 'Forwarded', 'Via', 'X-Real-IP']) {
      const forwarded = await fetch(`${api.url}/metrics`, { headers: { [header]: '203.0.113.1' } });
      expect([header, forwarded.status, await forwarded.json()]).toMatchObject([header, 404, { code: 'not_found' }]);
    }
    expect(await statusFor(api, 'evil.example')).toBe(404);
    for (const host of ['localhost', '127.0.0.1', '[::1]']) expect([host, await statusFor(api, host)]).toEqual([host, 200]);
    await api.close();
  });

  test('rejects everyone if the site is published and neither a token nor a password is set, and the log says so', async () => {
    const api = await anApi({ PUBLIC_ORIGIN: 'https://site.example' });
    expect(await statusFor(api, '127.0.0.1')).toBe(404);
    const events = api.log.filter(({ event }) => event === 'owner-locked-out');
    expect(events).toMatchObject([{ level: 'warn', message: expect.stringContaining('OWNER_PASSWORD_HASH or OWNER_TOKEN') }]);
    await api.close();
  });

  test('accepts OWNER_TOKEN if one is set, and an older token after a comma', async () => {
    const older = 'an older token that is a sentence of several words';
    const api = await anApi({ OWNER_TOKEN: `${OWNER_TOKEN}, ${older}` });
    const ask = (Authorization: string) => fetch(`${api.url}/metrics`, { headers: { Authorization } });
    const sent = ['', 'Bearer wrong', `Bearer ${OWNER_TOKEN}, ${older}`, `Bearer ${OWNER_TOKEN}`, `Bearer ${older}`];
    expect(await Promise.all(sent.map(async (header) => (await ask(header)).status))).toEqual([404, 404, 404, 200, 200]);
    await api.close();
  });
});

describe('"overloaded"', () => {
  test.each([
    ['late by 201 ms', { eventLoopDelayMs: 201, requestsInFlight: 0 }, [503, 503, 200]],
    ['late by 501 ms', { eventLoopDelayMs: 501, requestsInFlight: 0 }, [503, 503, 503]],
    ['2,000 calls in flight', { eventLoopDelayMs: 0, requestsInFlight: 2_000 }, [503, 503, 503]],
    ['not overloaded', { eventLoopDelayMs: 0, requestsInFlight: 0 }, [415, 415, 200]],
  ])(
    '%s: 503 with Retry-After: 2, decided before the body is read; expensive calls first, health never',
    async (_what, load, expected) => {
      const api = await anApi({ OVERLOAD_DELAY_MS: '200' });
      Object.assign(api.get(ServerLoad), load);
      const post = (path: string) =>
        fetch(api.url + path, { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: 'x' });
      const answers = [
        await post('/api/kaleidoscope-submissions'),
        await post('/api/verify-password'),
        await fetch(`${api.url}/api/kaleidoscope-submissions`),
      ];
      expect(answers.map((answer) => answer.status)).toEqual(expected);
      for (const answer of answers.filter(({ status }) => status === 503)) {
        expect([answer.headers.get('Retry-After'), await answer.json()]).toMatchObject(['2', { code: 'overloaded' }]);
      }
      expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
      await api.close();
    },
  );

  test('finished calls no longer count', async () => {
    const api = await anApi();
    await Promise.all(Array.from({ length: 20 }, async () => (await fetch(`${api.url}/api/kaleidoscope-submissions`)).text()));
    // The server decrements its count after the client has the response.
    const load = api.get(ServerLoad);
    await until(() => load.requestsInFlight <= 0);
    expect(load.requestsInFlight).toBe(0);
    await api.close();
  });

  test('calls aborted by the visitor no longer count either', async () => {
    const api = await anApi();
    const load = api.get(ServerLoad);
    const counts = async (wanted: number): Promise<void> => {
      for (let left = 1_000; left > 0 && load.requestsInFlight !== wanted; left -= 1) await delay(5);
      expect(load.requestsInFlight).toBe(wanted);
    };
    const { host, hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname, () =>
      socket.write(
        `POST /api/verify-password HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{`,
      ),
    );
    try {
      await counts(1);
      socket.destroy();
      await counts(0);
    } finally {
      await api.close();
    }
  });
});

test('a server whose database is gone is reported as not ready', async () => {
  const api = await anApi();
  await api.get(DataSource).destroy();
  const ready = await fetch(`${api.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'not ready' }]);
  expect(api.log).toContainEqual(expect.objectContaining({ event: 'not-ready' }));
  await api.get(DataSource).initialize();
  await api.close();
});

test.each([
  ['is stopping', (api: TestApi) => api.get(ServerHealth).startDraining()],
  [
    'has no room on its disk',
    (api: TestApi) => Object.assign(api.get(FreeDisk), { databaseBytes: () => Promise.resolve(49_999_999) }),
  ],
])('a server that %s is reported as not ready', async (_why, prepare) => {
  const api = await anApi();
  prepare(api);
  expect((await fetch(`${api.url}/readyz`)).status).toBe(503);
  await api.close();
});

test('a server that is not ready returns 503, and is still alive', async () => {
  const api = await anApi({}, [{ provide: Readiness, value: { isReady: () => Promise.resolve(false) } }]);
  const ready = await fetch(`${api.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'not ready' }]);
  expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
  await api.close();
});
