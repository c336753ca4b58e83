import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { parseWeeklyReport } from '@site/contracts';
import { Clock } from '../clock.ts';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import {
  aFaultUpstream,
  hangs,
  hangsInBody,
  resets,
  sends,
  sendsBytes,
  sendsHtml,
  sendsJson,
  sendsPacked,
  type Answer,
  type FaultUpstream,
} from '../test-support/a-fault-upstream.ts';
import { aMarsRow, anEnvelope } from '../test-support/a-mars-row.ts';
import { UsdaConnection } from './usda-connection.ts';

const KEY = 'canary-usda-key';
const HOUR_MS = 3_600_000;
const FOREVER_MS = 1e9;
const good = sendsJson(anEnvelope([aMarsRow(), aMarsRow({ region: 'Midwest' })]));

const dripsBytes: Answer = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  const drip = setInterval(() => response.write(' '), 50);
  response.once('close', () => clearInterval(drip));
};

/** Faults of USDA, named as in the table of expected behavior; then status and details if nothing is stored. */
const FAULTS: readonly (readonly [name: string, answer: Answer, status: number, details: string])[] = [
  ['reset', resets, 502, 'upstream unreachable'],
  ['headers never end', hangs, 504, 'upstream did not answer in time'],
  ['body never ends', hangsInBody, 504, 'upstream did not answer in time'],
  ['1 byte/s', dripsBytes, 504, 'upstream did not answer in time'],
  ['401', sendsHtml(401), 502, 'upstream refused the key'],
  ['403', sendsHtml(403), 502, 'upstream refused the key'],
  ['429', sends(429, '', { 'Retry-After': '77' }), 503, 'upstream is rate limiting requests'],
  ['500', sendsHtml(500), 502, 'unexpected upstream answer'],
  ['502', sendsHtml(502), 502, 'unexpected upstream answer'],
  ['503', sendsHtml(503), 502, 'unexpected upstream answer'],
  ['HTML with 200', sendsHtml(200), 502, 'unexpected upstream answer'],
  ['half JSON', sends(200, '{"results":['), 502, 'unexpected upstream answer'],
  ['wrong shape', sendsJson({ rows: [] }), 502, 'unexpected upstream answer'],
  ['NaN', sends(200, '{"results":[{"price_avg":NaN}]}'), 502, 'unexpected upstream answer'],
  ['null', sends(200, 'null'), 502, 'unexpected upstream answer'],
  ['list for object', sendsJson([]), 502, 'unexpected upstream answer'],
  ['a body of 33 MB', sendsBytes(33), 502, 'unexpected upstream answer'],
  ['gzip bomb', sendsPacked(64), 502, 'unexpected upstream answer'],
  ['301 to elsewhere', sends(301, '', { Location: 'http://127.0.0.1:1/' }), 502, 'unexpected upstream answer'],
];

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

  /** Repeats the request until USDA's good response is stored and earlier failures are forgotten. */
  async function store(): Promise<void> {
    answer = good;
    for (const response of held.splice(0)) response.destroy();
    for (let status = 0; status !== 200; now += HOUR_MS) {
      const response = await ask();
      await response.arrayBuffer();
      ({ status } = response);
    }
    now -= HOUR_MS;
  }

  // One server for both: starting it takes most of a case's time.
  test.each(FAULTS)('"%s": an error if nothing is stored, else an immediate 200, stale, with its age', async (...words) => {
    const [, fault, status, details] = words;
    answer = fault;
    // The wait for those that never end is limited.
    if (status === 504) Object.assign(connection, { visitorWaitMs: 1_500 });
    const none = await ask();
    expect([none.status, await none.json()]).toMatchObject([status, { details, apiKeyConfigured: true }]);
    expect(none.headers.get('Retry-After')).toBe(status === 503 ? '77' : null);
    expect(api.logText()).not.toContain(KEY);
    expect(api.log).toContainEqual(expect.objectContaining({ event: 'problem' }));

    Object.assign(connection, { visitorWaitMs: FOREVER_MS });
    await store();
    const storedAt = new Date(now).toISOString();
    answer = fault;
    now += HOUR_MS;
    const stale = await ask();
    const report = parseWeeklyReport(await stale.json());
    expect([stale.status, stale.headers.get('X-Data-Stale'), stale.headers.get('Age')]).toEqual([200, 'true', '3600']);
    expect(report).toMatchObject({ stale: true, fetchedAt: storedAt, currentWeekData: [{}, {}] });
  });

  test('"TLS bad", nothing stored: 502, and the key is not sent', async () => {
    const heard: string[] = [];
    const plain = createServer((socket) =>
      socket
        .on('data', (data) => heard.push(data.toString('latin1')))
        .on('error', () => undefined)
        .end('no TLS here'),
    );
    await new Promise<void>((done) => plain.listen(0, '127.0.0.1', done));
    const address = plain.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const other = await anApi({}, [
      {
        provide: UsdaConnection,
        value: new UsdaConnection('live', `https://127.0.0.1:${port}/reports`, KEY, 1_500, 3_000, 100_000),
      },
    ]);
    expect((await fetch(`${other.url}/api/weekly-egg-report`)).status).toBe(502);
    expect(heard.join('')).not.toContain(Buffer.from(`${KEY}:`).toString('base64'));
    await other.close();
    plain.close();
  });

  test('"1,000 callers with a cold cache": one upstream request', async () => {
    answer = (response, request) => setTimeout(() => good(response, request), 300);
    const answers = await Promise.all(Array.from({ length: 1_000 }, async () => (await ask()).status));
    expect(answers.filter((status) => status !== 200)).toEqual([]);
    expect(upstream.requests).toHaveLength(1);
  });

  test('"24 h dead": every call gets the copy immediately, with its age', async () => {
    await (await ask()).json();
    answer = hangs;
    for (let call = 0; call < 100; call += 1) {
      now += 864_000;
      const response = await ask();
      await response.arrayBuffer();
      expect([response.status, Number(response.headers.get('Age')) > 0]).toEqual([200, true]);
    }
  });
});
