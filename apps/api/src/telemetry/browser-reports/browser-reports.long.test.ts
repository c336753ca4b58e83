import { join } from 'node:path';
import { parseSigningKey, parseVerifyingKey, promote } from '@site/releases';
import { Clock } from '../../clock.ts';
import { LiveRegistry } from '../../site/live-registry.ts';
import { TEST_SIGNING_KEY } from '../../test-support/a-config.ts';
import { anApi, type TestApi } from '../../test-support/an-api.ts';
import { aTrial, EGGS_STABLE, EGGS_TRIED } from '../../test-support/a-trial.ts';
import { BrowserReportsRepository, type BrowserReportCount } from './browser-reports.repository.ts';
import { BrowserReportsService, MAX_ROWS } from './browser-reports.service.ts';

const SITE = 'https://site.example';
const EGGS = `${SITE}/projects/eggs`;
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const DAY_MS = 86_400_000;
const START = Date.parse('2026-11-20T10:30:00Z');
const DAY = Math.floor(START / DAY_MS);

let api: TestApi;
let now: number;
/** Names of the sets: with the stable releases, and with the canary. */
let stable: string;
beforeEach(async () => {
  now = START;
  const clock = { provide: Clock, value: { now: () => new Date(now) } };
  api = await anApi({ PUBLIC_ORIGIN: SITE, TRUST_PROXY: '127.0.0.1', OWNER_TOKEN: 'o'.repeat(32) }, [clock]);
  const { since } = await aTrial(join(api.folder, 'releases'), TEST_SIGNING_KEY);
  stable = String(since);
});
afterEach(() => api.close());

interface Sending {
  readonly set?: string;
  readonly client?: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function send(body: unknown, { set = stable, client = '192.0.2.1', type, headers }: Sending = {}): Promise<number> {
  const response = await fetch(`${api.url}/api/browser-reports?set=${encodeURIComponent(set)}`, {
    method: 'POST',
    headers: {
      'Content-Type': type ?? 'application/reports+json',
      'X-Forwarded-For': client,
      'User-Agent': CHROME,
      Origin: SITE,
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return response.status;
}

/** As Chromium sends it. */
const violation = (more: Record<string, unknown> = {}, url = `${EGGS}?secret=1#there`) => ({
  age: 43,
  type: 'csp-violation',
  url,
  user_agent: CHROME,
  body: {
    blockedURL: 'https://other.example/a.png?secret=2',
    columnNumber: 120,
    disposition: 'enforce',
    documentURL: url,
    effectiveDirective: 'img-src',
    lineNumber: 1,
    originalPolicy: "default-src 'none'",
    referrer: '',
    sample: 'secret',
    sourceFile: url,
    statusCode: 200,
    ...more,
  },
});
const entry = (type: string, body: Record<string, unknown>) => ({ age: 0, type, url: EGGS, user_agent: CHROME, body });

async function counted(): Promise<BrowserReportCount[]> {
  await api.get(BrowserReportsService).flush();
  return api.get(BrowserReportsRepository).since(0);
}
const whats = async (): Promise<string[]> => (await counted()).map(({ kind, what }) => `${kind} ${what}`).toSorted();

const ROW = {
  ...{ day: DAY, kind: 'csp', app: 'eggs', release: EGGS_STABLE, path: '/projects/eggs' },
  ...{ what: 'img-src: https://other.example', browser: 'Chromium' },
};

test('each kind of report names what happened', async () => {
  const script = `${SITE}/r/eggs/${EGGS_STABLE}~1/remoteEntry.js?u=1`;
  expect(
    await send([
      violation({ effectiveDirective: 'script-src-elem', blockedURL: 'inline', sourceFile: '' }),
      violation({ effectiveDirective: 'connect-src', blockedURL: `${SITE}/api/kaleidoscope-submissions/0a1b/image` }),
      entry('integrity-violation', { blockedURL: script, destination: 'script', documentURL: EGGS, reportOnly: false }),
      entry('coop', {
        type: 'navigation-to-response',
        disposition: 'enforce',
        previousResponseURL: 'https://other.example/secret',
      }),
      entry('deprecation', { id: 'UnloadHandler', message: 'Unload event listeners are deprecated', sourceFile: script }),
      entry('intervention', { id: 'NavigatorVibrate', message: 'Blocked', sourceFile: null }),
      entry('crash', { reason: 'oom' }),
    ]),
  ).toBe(204);
  expect(await whats()).toEqual([
    'coop navigation-to-response',
    'crash oom',
    'csp connect-src: /api/kaleidoscope-submissions',
    'csp script-src-elem: inline',
    'deprecation UnloadHandler: remoteEntry.js of eggs',
    'integrity script: remoteEntry.js of eggs',
    'intervention NavigatorVibrate',
  ]);
});

test('reports that are not counted are accepted all the same', async () => {
  expect(await send([5, entry('network-error', {}), violation({ sourceFile: 'moz-extension://abc/a.js' }), violation()])).toBe(
    204,
  );
  expect(await counted()).toEqual([{ ...ROW, reports: 1 }]);
});

test('a report belongs to the release of the file that caused it, if the set has it', async () => {
  const shell = (await api.get(LiveRegistry).current()).registry.apps['shell']?.stable.release ?? '';
  await send([violation({ sourceFile: `${SITE}/r/shell/${shell}/entry.js` })]);
  await send([violation({ sourceFile: `${SITE}/r/shell/9.9.9-ffffffffffff/entry.js` })]);
  await send([violation({ sourceFile: `${SITE}/r/eggs/${EGGS_TRIED}/remoteEntry.js` })]);
  const releases = (await counted()).map(({ app, release, reports }) => `${app} ${release} ${reports}`);
  expect(releases.toSorted()).toEqual([`eggs ${EGGS_STABLE} 2`, `shell ${shell} 1`].toSorted());
});

test('a report from a tab older than a release is attributed to the release that the tab has', async () => {
  const keys = { signing: parseSigningKey(TEST_SIGNING_KEY), verifying: parseVerifyingKey(TEST_SIGNING_KEY) };
  await promote(join(api.folder, 'releases'), 'eggs', keys, new Date(now));
  const { serial } = (await api.get(LiveRegistry).current()).registry;
  expect(serial).toBe(Number(stable) + 1);
  await send([violation()]);
  await send([violation()], { set: String(serial) });
  expect((await counted()).map(({ release }) => release).toSorted()).toEqual([EGGS_STABLE, EGGS_TRIED]);
});

test('a set that never existed is counted as an unknown release', async () => {
  const sets = ['', '0', '999999', '1e3', '-1', '9'.repeat(30), '1+eggs', '3+constructor', '1.0.0-ffffffffffff'];
  for (const [index, set] of sets.entries()) expect(await send([violation()], { set, client: `192.0.${index}.1` })).toBe(204);
  expect(await counted()).toEqual([{ ...ROW, release: 'unknown', reports: sets.length }]);
});

test('an address without a page is not stored', async () => {
  await send([violation({}, `${SITE}/my-own-words`)]);
  expect((await counted()).map(({ app, path }) => [app, path])).toEqual([['shell', 'unknown']]);
});

test('one network adds at most five equal reports and a hundred in total a day; a private network has no such limit', async () => {
  for (let round = 0; round < 4; round += 1) {
    for (const client of ['192.0.2.1', '192.0.2.77', '10.0.0.1']) await send([violation(), violation()], { client });
  }
  expect(await counted()).toEqual([{ ...ROW, reports: 5 + 8 }]);
  const many = (round: number) =>
    Array.from({ length: 20 }, (_, index) => violation({ blockedURL: `https://invented-${round}-${index}.example/` }));
  for (let round = 0; round < 5; round += 1) expect(await send(many(round), { client: `192.0.2.${round}` })).toBe(204);
  expect(await counted()).toHaveLength(1 + 100 - 16);
  now += DAY_MS;
  await send([violation()]);
  expect((await counted()).filter(({ day }) => day === DAY + 1)).toEqual([{ ...ROW, day: DAY + 1, reports: 1 }]);
});

test('a day has at most 500 different rows, also after a restart; the rest is counted by kind', async () => {
  const rows = Array.from({ length: MAX_ROWS - 1 }, (_, index) => ({
    ...ROW,
    what: `img-src: https://${index}.example`,
    reports: 1,
  }));
  await api.get(BrowserReportsRepository).add(rows);
  const [first, ...more] = ['a', 'b', 'c'].map((name) => violation({ blockedURL: `https://${name}.example/` }));
  await send([first, ...more, first, entry('crash', {})]);
  const all = await counted();
  expect(all).toHaveLength(MAX_ROWS + 2);
  const other = { day: DAY, app: 'other', release: 'other', path: 'other', what: 'other', browser: 'other' };
  expect(all).toEqual(
    expect.arrayContaining([
      { ...ROW, what: 'img-src: https://a.example', reports: 2 },
      { ...other, kind: 'csp', reports: 2 },
      { ...other, kind: 'crash', reports: 1 },
    ]),
  );
});

test('of more than twenty reports the first twenty count: a browser would send them all again after a refusal', async () => {
  const many = Array.from({ length: 30 }, (_, index) => violation({ blockedURL: `https://${index}.example/` }));
  expect(await send(many)).toBe(204);
  expect(await counted()).toHaveLength(20);
});

test('a report from WebKit, with a null origin, is accepted if Sec-Fetch-Site is same-origin', async () => {
  expect(await send([violation()], { headers: { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' } })).toBe(204);
  for (const from of ['cross-site', 'same-site', 'none'])
    expect(await send([violation()], { headers: { Origin: 'null', 'Sec-Fetch-Site': from } })).toBe(403);
  expect(await counted()).toEqual([{ ...ROW, reports: 1 }]);
  // No other endpoint accepts such a request.
  const headers = { Origin: 'null', 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' };
  expect((await fetch(`${api.url}/api/telemetry`, { method: 'POST', headers, body: '{"reports":[]}' })).status).toBe(403);
});

const ADDRESS = /Reporting-Endpoints|report-uri|report-to|endpoints=/i;
const headersOf = async (headers: Record<string, string> = {}, path = '/projects/eggs'): Promise<Headers> =>
  (await fetch(api.url + path, { headers: { 'User-Agent': CHROME, Cookie: '__Host-set=9999', ...headers } })).headers;

test('a page for a visitor who objects to being counted says nothing of it', async () => {
  for (const name of ['DNT', 'Sec-GPC']) {
    const page = [...(await headersOf({ [name]: '1' }))].map((header) => header.join(': ')).join('\n');
    expect(page).toContain('content-security-policy');
    expect(page).not.toMatch(ADDRESS);
  }
});

test('a visitor who objects between two visits gets the whole page again: a 304 would leave the address in the cache', async () => {
  const etag = (await headersOf()).get('ETag') ?? '';
  const visit = async (headers: Record<string, string>): Promise<number> =>
    (
      await fetch(`${api.url}/projects/eggs`, {
        headers: { 'User-Agent': CHROME, 'If-None-Match': etag, 'Cache-Control': 'max-age=0', ...headers },
      })
    ).status;
  expect([await visit({ Cookie: '__Host-set=9999' }), await visit({ Cookie: '__Host-set=9999', DNT: '1' })]).toEqual([304, 200]);
});
