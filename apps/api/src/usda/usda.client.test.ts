import {
  aFaultUpstream,
  hangs,
  hangsInBody,
  resets,
  sends,
  sendsBytes,
  sendsGarbage,
  sendsHtml,
  sendsJson,
  sendsCompressed,
  type Answer,
  type FaultUpstream,
} from '../test-support/a-fault-upstream.ts';
import { aMarsRow, anEnvelope } from '../test-support/a-mars-row.ts';
import { UsdaConnection } from './usda-connection.ts';
import { UsdaClient } from './usda.client.ts';
import type { UpstreamError } from './usda.errors.ts';

const KEY = 'canary-key-7f3a';
const good = sendsJson(anEnvelope([aMarsRow()]));

/** Only tests with a hanging upstream need a deadline. */
const noDeadline = new AbortController().signal;

describe('the MARS client', () => {
  let upstream: FaultUpstream | undefined;

  afterEach(async () => {
    await upstream?.close();
    upstream = undefined;
  });

  async function fetchFrom(...answers: readonly Answer[]) {
    upstream = await aFaultUpstream(...answers);
    const client = new UsdaClient(new UsdaConnection('live', upstream.baseUrl, KEY));
    return client.fetchPriceRows(2757, 2, noDeadline);
  }

  async function failureFrom(...answers: readonly Answer[]): Promise<UpstreamError> {
    return fetchFrom(...answers).then(
      () => {
        throw new Error('expected a failure');
      },
      (error: UpstreamError) => error,
    );
  }

  test('requests the details of the last two issues, with the key as user name and no password', async () => {
    expect(await fetchFrom(good)).toEqual([aMarsRow()]);
    expect(upstream?.requests).toEqual([
      {
        path: '/reports/2757/Report%20Details?lastReports=2',
        authorization: `Basic ${Buffer.from(`${KEY}:`).toString('base64')}`,
      },
    ]);
  });

  test('takes the details from a response that lists all sections', async () => {
    const list = [anEnvelope([], { reportSection: 'Report Header' }), anEnvelope([aMarsRow()])];
    expect(await fetchFrom(sendsJson(list))).toEqual([aMarsRow()]);
  });

  test('repeats the request with the name that the report gives its details section', async () => {
    const names = ['Report Header', 'Report Detail Weighted'];
    const header = anEnvelope([{ office: 'DC' }], { reportSection: 'Report Header', reportSections: names });
    const details = anEnvelope([aMarsRow()], { reportSection: 'Report Detail Weighted', reportSections: names });
    expect(await fetchFrom(sendsJson(header), sendsJson(details))).toEqual([aMarsRow()]);
    expect(upstream?.requests[1]?.path).toBe('/reports/2757/Report%20Detail%20Weighted?lastReports=2');
  });

  test('learns that name from the report itself when its section is not found', async () => {
    const names = ['Report Header', 'Report Detail'];
    const header = anEnvelope([], { reportSection: 'Report Header', reportSections: names });
    const details = anEnvelope([aMarsRow()], { reportSection: 'Report Detail', reportSections: names });
    expect(await fetchFrom(sendsHtml(404), sendsJson(header), sendsJson(details))).toEqual([aMarsRow()]);
  });

  test('accepts an empty list as a valid response', async () => {
    expect(await fetchFrom(sendsJson(anEnvelope([])))).toEqual([]);
  });

  test.each([
    ['an HTML page with status 200', sendsHtml(200)],
    ['half a JSON document', sends(200, '{"results":[{"a":1}')],
    ['NaN in JSON', sends(200, '{"results":[NaN]}')],
    ['null', sends(200, 'null')],
    ['an empty list of sections', sends(200, '[]')],
    ['an object without results', sends(200, '{"message":"none"}')],
    ['rows that are not objects', sends(200, '{"results":[1]}')],
    ['status 500', sendsHtml(500)],
    ['an unknown report', sendsHtml(404)],
    ['a redirect', sends(302, '', { Location: 'http://127.0.0.1:1/elsewhere' })],
    ['more than 32 MB', sendsBytes(40)],
    ['a small body that decompresses to more than 32 MB', sendsCompressed(40)],
    ['half a million empty rows', sends(200, `{"results":[${'{},'.repeat(500_000)}{}]}`)],
    ['something that is not HTTP', sendsGarbage],
    [
      'a response truncated at the row limit',
      sendsJson(anEnvelope([aMarsRow()], { stats: { returnedRows: 1, userAllowedRows: 1, totalRows: 1 } })),
    ],
    [
      'fewer rows than there are',
      sendsJson(anEnvelope([aMarsRow()], { stats: { returnedRows: 1, userAllowedRows: 9, totalRows: 2 } })),
    ],
  ])('rejects %s as an unexpected response', async (_what, answer) => {
    expect((await failureFrom(answer)).code).toBe('USDA_UNEXPECTED_ANSWER');
  });

  test('does not follow redirects, so that the key is not sent anywhere else', async () => {
    const elsewhere = await aFaultUpstream(good);
    await failureFrom(sends(301, '', { Location: elsewhere.baseUrl }));
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.close();
  });

  test.each([401, 403])('reports status %d as a refused key, and does not retry', async (status) => {
    expect((await failureFrom(sendsHtml(status))).code).toBe('USDA_KEY_REFUSED');
    expect(upstream?.requests).toHaveLength(1);
  });

  test('passes on how long USDA asks clients to wait, and does not retry', async () => {
    const failure = await failureFrom(sends(429, '', { 'Retry-After': '120' }));
    expect([failure.code, failure.retryAfterSeconds]).toEqual(['USDA_RATE_LIMITED', 120]);
    expect(upstream?.requests).toHaveLength(1);
  });

  test.each([502, 503, 504])('tries once more after status %d', async (status) => {
    expect(await fetchFrom(sendsHtml(status), good)).toHaveLength(1);
  });

  test('tries once more after a lost connection', async () => {
    expect(await fetchFrom(resets, good)).toHaveLength(1);
  });

  test('gives up after the second failure', async () => {
    expect((await failureFrom(resets)).code).toBe('USDA_UNREACHABLE');
    expect(upstream?.requests).toHaveLength(2);
  });

  test('reports USDA as unreachable when nothing listens', async () => {
    const gone = await aFaultUpstream(good);
    await gone.close();
    const client = new UsdaClient(new UsdaConnection('live', gone.baseUrl, KEY));
    await expect(client.fetchPriceRows(2757, 2, noDeadline)).rejects.toMatchObject({ code: 'USDA_UNREACHABLE' });
  });

  test.each([
    ['sends no headers', hangs],
    ['stops in the middle of the body', hangsInBody],
  ])('gives up at the deadline when USDA %s', async (_what, answer) => {
    upstream = await aFaultUpstream(answer);
    const client = new UsdaClient(new UsdaConnection('live', upstream.baseUrl, KEY));
    await expect(client.fetchPriceRows(2757, 2, AbortSignal.timeout(100))).rejects.toMatchObject({ code: 'USDA_TIMEOUT' });
  });

  test('never mentions the key in a failure', async () => {
    for (const answer of [sendsHtml(403), sendsHtml(200), resets, sends(302, '', { Location: '/x' })]) {
      const failure = await failureFrom(answer);
      expect(`${failure.stack} ${JSON.stringify(failure)} ${String(failure.cause)}`).not.toContain(KEY);
      await upstream?.close();
    }
  });
});
