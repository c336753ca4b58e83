import { createServer } from 'node:net';
import { parseWeeklyReport } from '@site/contracts';
import { aFailingUsdaSite, good, type FailingUsdaSite } from '../test-support/a-failing-usda-site.ts';
import {
  hangs,
  hangsInBody,
  resets,
  sends,
  sendsBytes,
  sendsHtml,
  sendsJson,
  sendsCompressed,
  type Answer,
} from '../test-support/a-fault-upstream.ts';
import { HOUR_MS, USDA_KEY } from '../test-support/a-usda-site.ts';
import { FOREVER_MS } from '../test-support/forever.ts';
import { anApi } from '../test-support/an-api.ts';
import { UsdaConnection } from './usda-connection.ts';

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
  ['gzip bomb', sendsCompressed(64), 502, 'unexpected upstream answer'],
  ['301 to elsewhere', sends(301, '', { Location: 'http://127.0.0.1:1/' }), 502, 'unexpected upstream answer'],
];

describe('when USDA fails', () => {
  let site: FailingUsdaSite;
  beforeEach(async () => {
    site = await aFailingUsdaSite();
  });
  afterEach(() => site.close());

  /** Repeats the request until USDA's good response is stored and earlier failures are forgotten. */
  async function store(): Promise<void> {
    site.usda.answer = good;
    for (const response of site.usda.begun.splice(0)) response.destroy();
    for (let status = 0; status !== 200; site.advance(HOUR_MS)) {
      const response = await site.askForEggs();
      await response.arrayBuffer();
      ({ status } = response);
    }
    site.advance(-HOUR_MS);
  }

  // One server for both: starting it takes most of a case's time.
  test.each(FAULTS)('"%s": an error if nothing is stored, else an immediate 200, stale, with its age', async (...words) => {
    const [, fault, status, details] = words;
    site.usda.answer = fault;
    // Limits the wait for a response that never ends.
    if (status === 504) Object.assign(site.connection, { visitorWaitMs: 1_500 });
    const none = await site.askForEggs();
    expect([none.status, await none.json()]).toMatchObject([status, { details, apiKeyConfigured: true }]);
    expect(none.headers.get('Retry-After')).toBe(status === 503 ? '77' : null);
    expect(site.api.logText()).not.toContain(USDA_KEY);
    expect(site.api.log).toContainEqual(expect.objectContaining({ event: 'problem' }));

    Object.assign(site.connection, { visitorWaitMs: FOREVER_MS });
    await store();
    const storedAt = new Date(site.now()).toISOString();
    site.usda.answer = fault;
    site.advance(HOUR_MS);
    const stale = await site.askForEggs();
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
        value: new UsdaConnection('live', `https://127.0.0.1:${port}/reports`, USDA_KEY, FOREVER_MS, FOREVER_MS, 100_000),
      },
    ]);
    expect((await fetch(`${other.url}/api/weekly-egg-report`)).status).toBe(502);
    expect(heard.join('')).not.toContain(Buffer.from(`${USDA_KEY}:`).toString('base64'));
    await other.close();
    plain.close();
  });

  test('"1,000 callers with a cold cache": one upstream request', async () => {
    site.usda.answer = (response, request) => setTimeout(() => good(response, request), 300);
    const answers = await Promise.all(Array.from({ length: 1_000 }, async () => (await site.askForEggs()).status));
    expect(answers.filter((status) => status !== 200)).toEqual([]);
    expect(site.upstream.requests).toHaveLength(1);
  });

  test('"24 h dead": every call gets the copy immediately, with its age', async () => {
    await (await site.askForEggs()).json();
    site.usda.answer = hangs;
    for (let call = 0; call < 100; call += 1) {
      site.advance(864_000);
      const response = await site.askForEggs();
      await response.arrayBuffer();
      expect([response.status, Number(response.headers.get('Age')) > 0]).toEqual([200, true]);
    }
  });
});
