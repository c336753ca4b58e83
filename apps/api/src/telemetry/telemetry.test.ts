import { join } from 'node:path';
import type { PageReport } from '@site/contracts';
import { parseSigningKey, parseVerifyingKey, signOverride } from '@site/releases';
import { Config } from '../config/config.ts';
import { TEST_SIGNING_KEY } from '../test-support/a-config.ts';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import type { Trial } from '../test-support/a-release-folder.ts';
import { aTrial, EGGS_STABLE, EGGS_TRIED } from '../test-support/a-trial.ts';
import { TelemetryService } from './telemetry.service.ts';
import { WithdrawnTrials } from '../trials/withdrawn-trials.ts';

const TOKEN = 'the-owner-has-a-token-of-32-characters';
const PAGE = '/projects/eggs';

let api: TestApi;
let trial: Trial;
beforeEach(async () => {
  api = await anApi({ OWNER_TOKEN: TOKEN });
  trial = await aTrial(join(api.folder, 'releases'), TEST_SIGNING_KEY);
});
afterEach(() => api.close());

const report = (more: Partial<PageReport> = {}): PageReport => ({
  app: 'eggs',
  release: EGGS_TRIED,
  path: PAGE,
  outcome: 'shown',
  phase: 'ready',
  ms: 400,
  message: null,
  ...more,
});
const failed = report({ outcome: 'replaced', phase: 'fetch', message: 'no response in time' });

const send = (body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${api.url}/api/telemetry`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const flush = (): Promise<void> => api.get(TelemetryService).flush();
const owner = { Authorization: `Bearer ${TOKEN}` };
const health = async () =>
  (await (await fetch(`${api.url}/api/releases`, { headers: owner })).json()) as Record<string, unknown>[];
/** The release of eggs in the document of a visitor with this bucket. */
const seen = async (cookie: string): Promise<string | undefined> =>
  /"name":"eggs","release":"([^"]+)"/.exec(await (await fetch(`${api.url}/`, { headers: { Cookie: cookie } })).text())?.[1];

test('reports are counted by release, and the owner sees rates and times', async () => {
  const reports = [report({ ms: 200 }), report({ ms: 400 }), report({ ms: 3_000 }), failed, report({ release: EGGS_STABLE })];
  expect((await send({ reports })).status).toBe(204);
  await flush();
  const [, stable, tried] = await health();
  expect(stable).toMatchObject({ app: 'eggs', release: EGGS_STABLE, role: 'live', health: { views: 1, failures: 0 } });
  expect(tried).toMatchObject({
    release: EGGS_TRIED,
    role: 'canary for 5 % of the visitors',
    health: {
      views: 4,
      failures: 1,
      errorRate: 0.25,
      // The three that were shown, each in the middle of its load-time class: up to 256, 512 and 4096 ms.
      medianMs: 437,
      p75Ms: 3_496,
      p95Ms: 3_496,
      lastFailure: 'fetch: no response in time',
      pages: [{ path: PAGE, views: 4 }],
    },
  });
  const html = await (await fetch(`${api.url}/owner`, { headers: owner })).text();
  expect(html).toContain(EGGS_TRIED);
  expect(html).toContain('Last failure: <code>fetch: no response in time</code>');
});

test('a failing canary is withdrawn immediately: its visitors get the stable release, and other visitors never saw it', async () => {
  expect([await seen(trial.cookie), await seen(trial.otherCookie)]).toEqual([EGGS_TRIED, EGGS_STABLE]);
  await send({ reports: [failed, failed, failed] });
  await flush();
  expect(await seen(trial.cookie)).toBe(EGGS_STABLE);
  const [, , tried] = await health();
  expect(tried).toMatchObject({
    role: 'canary, withdrawn by the site: 3 of 3 page views failed (100.0 %); the limit is 2.0 %, the stable release has 0.0 %',
  });
  expect(api.log.filter(({ event }) => event === 'canary-withdrawn')).toHaveLength(1);
});

test('a restarted or parallel server knows what was withdrawn', async () => {
  await send({ reports: [failed, failed, failed] });
  await flush();
  const again = new WithdrawnTrials(Reflect.get(api.get(WithdrawnTrials), 'repository'), { warn: () => undefined });
  await again.onModuleInit();
  expect([
    again.has('eggs', { since: trial.since, release: EGGS_TRIED }),
    again.has('eggs', { since: trial.since + 1, release: EGGS_TRIED }),
  ]).toEqual([true, false]);
});

test('an uncaught error is a failure of the view that was shown, and not another view', async () => {
  await send({ reports: [report(), report(), report({ outcome: 'error', message: 'boom' })] });
  await flush();
  expect((await health())[2]).toMatchObject({ health: { views: 2, failures: 1, errorRate: 0.5 } });
});

test('unknown releases, apps and pages are not counted', async () => {
  const strange = [report({ app: 'milk' }), report({ release: '9.9.9-ffffffffffff' }), report({ path: '/secret' })];
  expect((await send({ reports: strange })).status).toBe(204);
  await flush();
  expect((await health()).map(({ health: known }) => known)).toEqual([null, null, null]);
});

test('a report about an app with an impossible name is rejected, and the response says what a report is', async () => {
  for (const app of ['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty', 'Market Prices', '']) {
    // Written by hand: an object literal with __proto__ would lose the field.
    const body = JSON.stringify({ reports: [report()] }).replace('"app":"eggs"', `"app":${JSON.stringify(app)}`);
    const answer = await fetch(`${api.url}/api/telemetry`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    expect([app, answer.status, await answer.json()]).toMatchObject([
      app,
      400,
      { code: 'invalid_body', details: expect.stringContaining('app (a name such as market-prices)') },
    ]);
  }
});

test('visitors with an override link are not counted', async () => {
  const keys = { signing: parseSigningKey(TEST_SIGNING_KEY), verifying: parseVerifyingKey(TEST_SIGNING_KEY) };
  const wanted = { app: 'eggs', release: EGGS_TRIED, expires: Date.now() + 60_000, site: api.get(Config).publicOrigin };
  const token = await signOverride(join(api.folder, 'releases'), wanted, keys);
  expect((await send({ reports: [failed, failed, failed] }, { Cookie: `override=${token}` })).status).toBe(204);
  await flush();
  expect(await seen(trial.cookie)).toBe(EGGS_TRIED);
  expect((await health())[2]).toMatchObject({ health: null });
});

const IMPOSSIBLE: readonly (readonly [name: string, body: unknown])[] = [
  ['no list', {}],
  ['an empty list', { reports: [] }],
  ['a list of 21 reports', { reports: Array.from({ length: 21 }, () => report()) }],
  ['an unknown outcome', { reports: [{ ...report(), outcome: 'fine' }] }],
  ['a long message', { reports: [report({ message: 'x'.repeat(301) })] }],
  ['an extra field', { reports: [{ ...report(), visitor: 7 }] }],
  ['a time below zero', { reports: [report({ ms: -1 })] }],
];

test('an impossible body is rejected with a description of a valid report', async () => {
  for (const [name, body] of IMPOSSIBLE) {
    const answer = await send(body);
    const details = expect.stringContaining('1 to 20 objects') as string;
    expect([name, answer.status, await answer.json()]).toMatchObject([name, 400, { code: 'invalid_body', details }]);
  }
});

test('one client cannot send more than 120 reports a minute', async () => {
  const reports = Array.from({ length: 20 }, () => report());
  const statuses: number[] = [];
  for (let round = 0; round < 7; round += 1) statuses.push((await send({ reports })).status);
  expect(statuses).toEqual([204, 204, 204, 204, 204, 204, 429]);
});

describe('fake reports from one network', () => {
  let behindProxy: TestApi;
  beforeEach(async () => {
    behindProxy = await anApi({ TRUST_PROXY: '127.0.0.1' });
    await aTrial(join(behindProxy.folder, 'releases'), TEST_SIGNING_KEY);
  });
  afterEach(() => behindProxy.close());

  /** This many equal reports, in as few requests as possible. */
  async function sendFrom(address: string, one: PageReport, count: number): Promise<void> {
    for (let left = count; left > 0; left -= 20) {
      const answer = await fetch(`${behindProxy.url}/api/telemetry`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
        body: JSON.stringify({ reports: Array.from({ length: Math.min(left, 20) }, () => one) }),
      });
      expect(answer.status).toBe(204);
    }
  }
  const withdrawals = async (): Promise<number> => {
    await behindProxy.get(TelemetryService).flush();
    return behindProxy.log.filter(({ event }) => event === 'canary-withdrawn').length;
  };

  test('do not end a good canary: the failures of two networks a day are not judged, nor more than one of any other', async () => {
    for (const network of ['203.0.113.1', '198.51.100.1', '198.51.101.1', '198.51.102.1']) await sendFrom(network, failed, 3);
    expect(await withdrawals()).toBe(0);
    await sendFrom('198.51.103.1', failed, 1);
    expect(await withdrawals()).toBe(1);
  });
});

test('reports from other sites are rejected', async () => {
  expect((await send({ reports: [report()] }, { Origin: 'https://evil.example' })).status).toBe(403);
});

test("only the owner can read the owner's page: browsers ask for the token", async () => {
  const page = await fetch(`${api.url}/owner`);
  expect([page.status, page.headers.get('WWW-Authenticate')]).toEqual([401, 'Basic realm="owner", charset="UTF-8"']);
  expect(await page.text()).not.toContain(EGGS_STABLE);
  expect((await fetch(`${api.url}/api/releases`)).status).toBe(404);
  const basic = `Basic ${Buffer.from(`me:${TOKEN}`).toString('base64')}`;
  const opened = await fetch(`${api.url}/owner`, { headers: { Authorization: basic } });
  expect([opened.status, opened.headers.get('Content-Security-Policy')]).toEqual([
    200,
    expect.stringMatching(/^default-src 'none'; style-src 'sha256-/),
  ]);
});

describe('a visitor bucket', () => {
  const cookieOf = async (headers: Record<string, string>): Promise<string | null> =>
    (await fetch(`${api.url}/`, { headers })).headers.get('Set-Cookie');

  test('is given, during a trial, to a visitor without one; scripts and other sites cannot read it', async () => {
    expect(await cookieOf({})).toMatch(/^set=\d{1,4}; Max-Age=2592000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/);
    expect(await cookieOf({ Cookie: 'set=12' })).toBeNull();
    expect(await cookieOf({ Cookie: 'set=99999' })).toMatch(/^set=/);
  });

  test('is not given to a visitor who follows a link on another site, because the browser withholds the cookie', async () => {
    expect(await cookieOf({ 'Sec-Fetch-Site': 'cross-site' })).toBeNull();
    expect(await cookieOf({ 'Sec-Fetch-Site': 'none' })).toMatch(/^set=/);
  });

  test('is not given without a trial, and the page may be revalidated', async () => {
    const quiet = await anApi();
    try {
      const page = await fetch(`${quiet.url}/`);
      expect([page.headers.get('Set-Cookie'), page.headers.get('Cache-Control'), page.headers.get('X-Release-Set')]).toEqual([
        null,
        'no-cache',
        '1',
      ]);
    } finally {
      await quiet.close();
    }
  });

  test('makes the response private, and the response names the set', async () => {
    const page = await fetch(`${api.url}/`, { headers: { Cookie: trial.cookie } });
    expect([page.headers.get('X-Release-Set'), page.headers.get('Cache-Control'), page.headers.get('Vary')]).toEqual([
      `${trial.since}+eggs`,
      'private, no-cache',
      'Accept-Encoding, User-Agent, DNT, Sec-GPC, Cookie',
    ]);
  });
});
