import { parseWeeklyReport, type WeeklyReport } from '@site/contracts';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import { Clock } from '../clock.ts';
import { UpstreamError, UsdaKeyMissingError } from './usda.errors.ts';
import { UsdaService } from './usda.service.ts';

const REPORT: WeeklyReport = {
  currentWeekData: [],
  historicalData: [],
  source: 'live',
  fetchedAt: '2026-09-18T15:00:00.000Z',
  stale: false,
  droppedRows: 3,
};

describe('GET /api/weekly-egg-report', () => {
  let api: TestApi;
  let answer: () => Promise<WeeklyReport>;

  beforeAll(async () => {
    api = await anApi({}, [
      { provide: UsdaService, value: { weeklyEggReport: () => answer() } },
      { provide: Clock, value: { now: () => new Date('2026-09-18T15:01:30.000Z') } },
    ]);
  });
  afterAll(() => api.close());

  const get = (path = '/api/weekly-egg-report', init: RequestInit = {}) => fetch(api.url + path, init);

  test('returns the report as in the contract, with its age and no extra fields', async () => {
    const leak = { secret: 'internal' };
    answer = () => Promise.resolve({ ...REPORT, ...leak });
    const response = await get();
    const body: unknown = await response.json();
    expect(body).toEqual(REPORT);
    expect(parseWeeklyReport(body)).toEqual(REPORT);
    expect([response.status, response.headers.get('Age'), response.headers.get('X-Data-Stale')]).toEqual([200, '90', null]);
  });

  test('labels an old copy', async () => {
    answer = () => Promise.resolve({ ...REPORT, stale: true });
    const response = await get();
    expect([response.headers.get('X-Data-Stale'), await response.json()]).toMatchObject(['true', { stale: true }]);
  });

  test('has no parameters: a query is rejected before it reaches the service', async () => {
    answer = () => Promise.reject(new Error('asked'));
    expect((await get('/api/weekly-egg-report?slug=1&slug=2&url=http://example.org')).status).toBe(400);
  });

  test.each([
    ['USDA_UNREACHABLE', 502, 'upstream unreachable'],
    ['USDA_TIMEOUT', 504, 'upstream did not answer in time'],
    ['USDA_KEY_REFUSED', 502, 'upstream refused the key'],
    ['USDA_UNEXPECTED_ANSWER', 502, 'unexpected upstream answer'],
    ['USDA_RATE_LIMITED', 503, 'upstream is rate limiting requests'],
  ] as const)('responds to %s with %d, and says that a key is configured', async (code, status, details) => {
    answer = () => Promise.reject(new UpstreamError(code, 'internal words', code === 'USDA_RATE_LIMITED' ? 30 : null));
    const response = await get();
    const text = await response.text();
    expect(JSON.parse(text)).toEqual({
      error: 'The price report could not be fetched from USDA.',
      code: code.toLowerCase(),
      requestId: response.headers.get('X-Request-Id'),
      details,
      apiKeyConfigured: true,
    });
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([status, 'no-store']);
    expect(response.headers.get('Retry-After')).toBe(code === 'USDA_RATE_LIMITED' ? '30' : null);
  });

  test('responds with 503 and says so when no key is configured', async () => {
    answer = () => Promise.reject(new UsdaKeyMissingError('no key'));
    const response = await get();
    expect([response.status, await response.json()]).toMatchObject([503, { code: 'usda_key_missing', apiKeyConfigured: false }]);
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH'])('rejects %s, and lists the allowed methods', async (method) => {
    const response = await get(undefined, { method });
    expect([response.status, response.headers.get('Allow'), await response.json()]).toMatchObject([
      405,
      'GET, HEAD',
      { code: 'method_not_allowed' },
    ]);
  });

  test('responds to HEAD without a body', async () => {
    answer = () => Promise.resolve(REPORT);
    const response = await get(undefined, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});
