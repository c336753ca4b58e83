import { Clock } from '../clock.ts';
import { aFaultUpstream, sends, sendsJson, type Answer, type FaultUpstream } from '../test-support/a-fault-upstream.ts';
import { aMarsRow, anEnvelope } from '../test-support/a-mars-row.ts';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import { MAX_CALLS } from './call-budget.ts';
import { UsdaConnection } from './usda-connection.ts';

const FOREVER_MS = 1e9;
const LIST = ['1280', '2850', '9001'].map((slug) => ({ slug_id: slug, report_title: `Report ${slug}` }));
const details = sendsJson(anEnvelope([aMarsRow(), aMarsRow({ region: 'Midwest', price_avg: 1.5 })]));

describe('an opened report', () => {
  let upstream: FaultUpstream;
  let asked: string[];
  let answer: (path: string) => Answer;
  let now: number;
  let api: TestApi;

  beforeEach(async () => {
    now = Date.parse('2026-09-18T15:00:00.000Z');
    asked = [];
    answer = () => details;
    upstream = await aFaultUpstream((response, request) => {
      const path = decodeURIComponent(request.url ?? '').replace(/^.*\/reports/, '');
      if (path === '') return sendsJson(LIST)(response, request);
      asked.push(path);
      return answer(path)(response, request);
    });
    api = await anApi({}, [
      { provide: UsdaConnection, value: new UsdaConnection('live', upstream.baseUrl, 'key', FOREVER_MS, FOREVER_MS, 100_000) },
      { provide: Clock, value: { now: () => new Date(now) } },
    ]);
  });
  afterEach(async () => {
    await api.close();
    await upstream.close();
  });

  const get = (path: string) => fetch(`${api.url}/api/usda-reports/${path}`);

  test('is 503 with Retry-After once the calls of a minute are used up', async () => {
    // Each temporary failure costs two calls: the client retries once.
    answer = () => sends(503, '', {});
    const statuses: number[] = [];
    const waits: number[] = [];
    for (let turn = 0; turn < MAX_CALLS && !statuses.includes(503); turn += 1) {
      const response = await get(['1280', '2850', '9001'][turn % 3] ?? '');
      await response.text();
      statuses.push(response.status);
      waits.push(Number(response.headers.get('Retry-After')));
      // Past the pause after five failures of one report.
      now += 31_000;
    }
    expect(statuses.at(-1)).toBe(503);
    expect(waits.at(-1)).toBeGreaterThan(0);
    expect(asked.length).toBeLessThanOrEqual(MAX_CALLS);
  });
});
