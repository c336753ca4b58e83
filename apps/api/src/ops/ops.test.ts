import { DataSource } from 'typeorm';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import { API_DOCS_CSP } from './api-docs.ts';
import { Readiness } from './readiness.ts';

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

  test('the interface is described, with the failures of the price report', async () => {
    const response = await fetch(`${api.url}/api/docs/openapi.json`);
    const document: unknown = await response.json();
    expect(document).toMatchObject({
      paths: {
        '/api/weekly-egg-report': {
          get: {
            responses: {
              200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/WeeklyReportDto' } } } },
              502: { content: { 'application/json': { schema: { $ref: '#/components/schemas/WeeklyReportProblemDto' } } } },
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
          PriceRecordDto: {
            properties: { price_avg: { type: 'number', nullable: true }, package_size: { type: 'string', nullable: true } },
          },
        },
      },
    });
  });

  test('the page of the interface runs no script but its own files', async () => {
    const response = await fetch(`${api.url}/api/docs`);
    expect(await response.text()).not.toMatch(/<script>/);
    expect(response.headers.get('Content-Security-Policy')).toContain("script-src 'self';");
    expect(API_DOCS_CSP['script-src']).toEqual(["'self'"]);
  });
});

test('a database that is gone is reported as not ready', async () => {
  const api = await anApi();
  await api.get(DataSource).destroy();
  const ready = await fetch(`${api.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'not ready' }]);
  expect(api.log).toContainEqual(expect.objectContaining({ event: 'not-ready' }));
  await api.get(DataSource).initialize();
  await api.close();
});

test('a server that is not ready answers 503, and is still alive', async () => {
  const api = await anApi({}, [{ provide: Readiness, value: { isReady: () => Promise.resolve(false) } }]);
  const ready = await fetch(`${api.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'not ready' }]);
  expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
  await api.close();
});
