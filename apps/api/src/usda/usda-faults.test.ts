import type { ServerResponse } from 'node:http';
import { parseWeeklyReport } from '@site/contracts';
import { Clock } from '../clock.ts';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import { aFaultUpstream, sendsJson, type Answer, type FaultUpstream } from '../test-support/a-fault-upstream.ts';
import { aMarsRow, anEnvelope } from '../test-support/a-mars-row.ts';
import { UsdaConnection } from './usda-connection.ts';

const KEY = 'canary-usda-key';
const HOUR_MS = 3_600_000;
const FOREVER_MS = 1e9;
const good = sendsJson(anEnvelope([aMarsRow(), aMarsRow({ region: 'Midwest' })]));

describe('when USDA fails', () => {
  let upstream: FaultUpstream;
  let answer: Answer;
  /** Responses begun so far: some never end. */
  let held: ServerResponse[];
  let now: number;
  let api: TestApi;
  let connection: UsdaConnection;

  beforeEach(async () => {
    now = Date.parse('2026-09-18T15:00:00.000Z');
    answer = good;
    held = [];
    upstream = await aFaultUpstream((response, request) => {
      held.push(response);
      answer(response, request);
    });
    // These deadlines are never reached: a response that waited for a hanging USDA would hit the test runner's.
    connection = new UsdaConnection('live', upstream.baseUrl, KEY, FOREVER_MS, FOREVER_MS, 100_000);
    api = await anApi({}, [
      { provide: UsdaConnection, value: connection },
      { provide: Clock, value: { now: () => new Date(now) } },
    ]);
  });
  afterEach(async () => {
    await api.close();
    await upstream.close();
  });

  const ask = () => fetch(`${api.url}/api/weekly-egg-report`);

  // Longer than a DNS label may be: the resolver rejects it without a query.
  const NOBODYS_NAME = `http://${'n'.repeat(64)}.invalid/reports`;

  test.each([
    ['refused', null],
    ['DNS', NOBODYS_NAME],
  ])('"%s" with a stored copy and with none: 200 stale, 502 upstream unreachable', async (_name, baseUrl) => {
    await (await ask()).json();
    await upstream.close();
    if (baseUrl !== null) Object.assign(connection, { baseUrl });
    now += HOUR_MS;
    const stale = await ask();
    expect([stale.status, stale.headers.get('X-Data-Stale'), stale.headers.get('Age')]).toEqual([200, 'true', '3600']);
    expect(parseWeeklyReport(await stale.json()).currentWeekData).toHaveLength(2);

    const none = await fetch(`${api.url}/api/weekly-beef-report`);
    expect([none.status, await none.json()]).toMatchObject([502, { details: 'upstream unreachable', apiKeyConfigured: true }]);
    upstream = await aFaultUpstream(good);
  });

  test('"empty list": a valid response, but the first one does not replace stored prices', async () => {
    await (await ask()).json();
    answer = sendsJson(anEnvelope([]));
    const rows = async () => parseWeeklyReport(await (await ask()).json()).currentWeekData.length;
    const pause = () => new Promise((done) => setTimeout(done, 20));
    const calls = upstream.requests.length;
    now += HOUR_MS;
    // The refresh runs in the background.
    for (; upstream.requests.length === calls; await pause()) expect(await rows()).toBe(2);
    for (let round = 0; round < 50; round += 1) {
      expect(await rows()).toBe(2);
      await pause();
    }
    expect(upstream.requests).toHaveLength(calls + 1);
    now += HOUR_MS;
    while ((await rows()) !== 0) await pause();
  });

  test('"no key set": 503 with apiKeyConfigured false, stored copy or not', async () => {
    const without = await anApi();
    const response = await fetch(`${without.url}/api/weekly-egg-report`);
    expect([response.status, await response.json()]).toMatchObject([503, { apiKeyConfigured: false }]);
    await without.close();
  });
});
