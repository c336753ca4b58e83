import { join } from 'node:path';
import { signOverride } from '@site/releases';
import { Config } from '../config/config.ts';
import { TEST_KEYS } from '../test-support/a-config.ts';
import { anApi } from '../test-support/an-api.ts';
import { EGGS_STABLE, EGGS_CANARY } from '../test-support/a-trial.ts';
import {
  aProxiedTelemetrySite,
  aTelemetrySite,
  FAILED,
  OWNER,
  PAGE,
  report,
  TOKEN,
  type ProxiedTelemetrySite,
  type TelemetrySite,
} from '../test-support/telemetry/a-telemetry-site.ts';
import { WithdrawnTrials } from '../trials/withdrawn-trials.ts';

let site: TelemetrySite;
beforeEach(async () => {
  site = await aTelemetrySite();
});
afterEach(() => site.api.close());

/** The release of eggs in the document of a visitor with this bucket. */
const seen = async (cookie: string): Promise<string | undefined> =>
  /"name":"eggs","release":"([^"]+)"/.exec(await (await fetch(`${site.api.url}/`, { headers: { Cookie: cookie } })).text())?.[1];

test('reports are counted by release, and the owner sees rates and times', async () => {
  const reports = [report({ ms: 200 }), report({ ms: 400 }), report({ ms: 3_000 }), FAILED, report({ release: EGGS_STABLE })];
  expect((await site.send({ reports })).status).toBe(204);
  await site.flush();
  const [, stable, canary] = await site.health();
  expect(stable).toMatchObject({ app: 'eggs', release: EGGS_STABLE, role: 'live', health: { views: 1, failures: 0 } });
  expect(canary).toMatchObject({
    release: EGGS_CANARY,
    role: 'canary for 5% of the visitors',
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
  const html = await (await fetch(`${site.api.url}/owner`, { headers: OWNER })).text();
  expect(html).toContain(EGGS_CANARY);
  expect(html).toContain('Last failure: <code>fetch: no response in time</code>');
  expect(html).toContain('<span class="bad">25.0%</span>');
});

test('a failing canary is withdrawn immediately: its visitors get the stable release, and other visitors never saw it', async () => {
  expect([await seen(site.trial.cookie), await seen(site.trial.otherCookie)]).toEqual([EGGS_CANARY, EGGS_STABLE]);
  await site.send({ reports: [FAILED, FAILED, FAILED] });
  await site.flush();
  expect(await seen(site.trial.cookie)).toBe(EGGS_STABLE);
  const [, , canary] = await site.health();
  expect(canary).toMatchObject({
    role: 'canary, withdrawn by the site: 3 of 3 page views failed (100.0%); the limit is 2.0%, the stable release is at 0.0%',
  });
  expect(site.api.log.filter(({ event }) => event === 'canary-withdrawn')).toHaveLength(1);
});

test('a restarted or parallel server knows what was withdrawn', async () => {
  await site.send({ reports: [FAILED, FAILED, FAILED] });
  await site.flush();
  const again = new WithdrawnTrials(Reflect.get(site.api.get(WithdrawnTrials), 'repository'), { warn: () => undefined });
  await again.onModuleInit();
  expect([
    again.has('eggs', { since: site.trial.since, release: EGGS_CANARY }),
    again.has('eggs', { since: site.trial.since + 1, release: EGGS_CANARY }),
  ]).toEqual([true, false]);
});

test('an uncaught error is a failure of the view that was shown, and not another view', async () => {
  await site.send({ reports: [report(), report(), report({ outcome: 'error', message: 'boom' })] });
  await site.flush();
  expect((await site.health())[2]).toMatchObject({ health: { views: 2, failures: 1, errorRate: 0.5 } });
});

test('unknown releases, apps and pages are not counted', async () => {
  const strange = [report({ app: 'milk' }), report({ release: '9.9.9-ffffffffffff' }), report({ path: '/secret' })];
  expect((await site.send({ reports: strange })).status).toBe(204);
  await site.flush();
  expect((await site.health()).map(({ health: known }) => known)).toEqual([null, null, null]);
});

test('a report about an app with an invalid name is rejected, and the response says what a report is', async () => {
  for (const app of ['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty', 'Market Prices', '']) {
    // Written by hand: an object literal with __proto__ would lose the field.
    const body = JSON.stringify({ reports: [report()] }).replace('"app":"eggs"', `"app":${JSON.stringify(app)}`);
    const answer = await fetch(`${site.api.url}/api/telemetry`, {
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
  const wanted = { app: 'eggs', release: EGGS_CANARY, expires: Date.now() + 60_000, site: site.api.get(Config).publicOrigin };
  const token = await signOverride(join(site.api.folder, 'releases'), wanted, TEST_KEYS);
  expect((await site.send({ reports: [FAILED, FAILED, FAILED] }, { Cookie: `override=${token}` })).status).toBe(204);
  await site.flush();
  expect(await seen(site.trial.cookie)).toBe(EGGS_CANARY);
  expect((await site.health())[2]).toMatchObject({ health: null });
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

test('an invalid body is rejected with a description of a valid report', async () => {
  for (const [name, body] of IMPOSSIBLE) {
    const answer = await site.send(body);
    const details = expect.stringContaining('1 to 20 objects') as string;
    expect([name, answer.status, await answer.json()]).toMatchObject([name, 400, { code: 'invalid_body', details }]);
  }
});

test('one client cannot send more than 120 reports a minute', async () => {
  const reports = Array.from({ length: 20 }, () => report());
  const statuses: number[] = [];
  for (let round = 0; round < 7; round += 1) statuses.push((await site.send({ reports })).status);
  expect(statuses).toEqual([204, 204, 204, 204, 204, 204, 429]);
});

describe('fake reports from one network', () => {
  let behindProxy: ProxiedTelemetrySite;
  beforeEach(async () => {
    behindProxy = await aProxiedTelemetrySite();
  });
  afterEach(() => behindProxy.close());

  test('do not end a good canary: the failures from two networks a day are not judged, nor is more than one from any other', async () => {
    for (const network of ['203.0.113.1', '198.51.100.1', '198.51.101.1', '198.51.102.1'])
      await behindProxy.sendFrom(network, FAILED, 3);
    expect(await behindProxy.withdrawals()).toBe(0);
    await behindProxy.sendFrom('198.51.103.1', FAILED, 1);
    expect(await behindProxy.withdrawals()).toBe(1);
  });
});

test('reports from other sites are rejected', async () => {
  expect((await site.send({ reports: [report()] }, { Origin: 'https://evil.example' })).status).toBe(403);
});

test("only the owner can read the owner's page: browsers ask for the token", async () => {
  const page = await fetch(`${site.api.url}/owner`);
  expect([page.status, page.headers.get('WWW-Authenticate')]).toEqual([401, 'Basic realm="owner", charset="UTF-8"']);
  expect(await page.text()).not.toContain(EGGS_STABLE);
  expect((await fetch(`${site.api.url}/api/releases`)).status).toBe(404);
  const basic = `Basic ${Buffer.from(`me:${TOKEN}`).toString('base64')}`;
  const opened = await fetch(`${site.api.url}/owner`, { headers: { Authorization: basic } });
  expect([opened.status, opened.headers.get('Content-Security-Policy')]).toEqual([
    200,
    expect.stringMatching(/^default-src 'none'; style-src 'sha256-/),
  ]);
});

describe('a visitor bucket', () => {
  const cookieOf = async (headers: Record<string, string>): Promise<string | null> =>
    (await fetch(`${site.api.url}/`, { headers })).headers.get('Set-Cookie');

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
    const page = await fetch(`${site.api.url}/`, { headers: { Cookie: site.trial.cookie } });
    expect([page.headers.get('X-Release-Set'), page.headers.get('Cache-Control'), page.headers.get('Vary')]).toEqual([
      `${site.trial.since}+eggs`,
      'private, no-cache',
      'Accept-Encoding, User-Agent, DNT, Sec-GPC, Cookie',
    ]);
  });
});
