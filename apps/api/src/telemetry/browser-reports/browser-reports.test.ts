import { join } from 'node:path';
import { Clock } from '../../clock.ts';
import { TEST_SIGNING_KEY } from '../../test-support/a-config.ts';
import { anApi, type TestApi } from '../../test-support/an-api.ts';
import { aTrial, EGGS_STABLE, EGGS_TRIED } from '../../test-support/a-trial.ts';
import { BrowserReportRetention } from './browser-report-retention.ts';
import { BrowserReportsRepository, type BrowserReportCount } from './browser-reports.repository.ts';
import { BrowserReportsService } from './browser-reports.service.ts';

const SITE = 'https://site.example';
const EGGS = `${SITE}/projects/eggs`;
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0';
const DAY_MS = 86_400_000;
const START = Date.parse('2026-11-20T10:30:00Z');
const DAY = Math.floor(START / DAY_MS);

let api: TestApi;
let now: number;
/** Names of the sets: with the stable releases, and with the canary. */
let stable: string;
let tried: string;
beforeEach(async () => {
  now = START;
  const clock = { provide: Clock, value: { now: () => new Date(now) } };
  api = await anApi({ PUBLIC_ORIGIN: SITE, TRUST_PROXY: '127.0.0.1', OWNER_TOKEN: 'o'.repeat(32) }, [clock]);
  const { since } = await aTrial(join(api.folder, 'releases'), TEST_SIGNING_KEY);
  stable = String(since);
  tried = `${since}+eggs`;
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

async function counted(): Promise<BrowserReportCount[]> {
  await api.get(BrowserReportsService).flush();
  return api.get(BrowserReportsRepository).since(0);
}

const ROW = {
  ...{ day: DAY, kind: 'csp', app: 'eggs', release: EGGS_STABLE, path: '/projects/eggs' },
  ...{ what: 'img-src: https://other.example', browser: 'Chromium' },
};

test('reports are counted by day, page, release and browser, without queries or network addresses', async () => {
  expect(await send([violation(), violation()])).toBe(204);
  expect(await send([violation()], { set: tried })).toBe(204);
  expect(await counted()).toEqual(
    expect.arrayContaining([
      { ...ROW, reports: 2 },
      { ...ROW, release: EGGS_TRIED, reports: 1 },
    ]),
  );
  expect(JSON.stringify(await counted())).not.toMatch(/secret|192\.0\.2|Mozilla/);
  expect(api.logText()).not.toContain('secret');
});

test('the older format of Firefox and WebKit is counted in the same way', async () => {
  const report = {
    'blocked-uri': 'https://other.example/a.png?secret=1',
    'document-uri': EGGS,
    'effective-directive': 'img-src',
    'violated-directive': 'img-src',
    disposition: 'enforce',
    'original-policy': "default-src 'none'",
    'source-file': EGGS,
  };
  const status = await send({ 'csp-report': report }, { type: 'application/csp-report', headers: { 'User-Agent': FIREFOX } });
  expect(status).toBe(204);
  expect(await counted()).toEqual([{ ...ROW, browser: 'Firefox', reports: 1 }]);
});

test('a client that sends too many gets 429', async () => {
  const many = Array.from({ length: 20 }, () => violation());
  const statuses: number[] = [];
  for (let round = 0; round < 7; round += 1) statuses.push(await send(many));
  expect(statuses).toEqual([204, 204, 204, 204, 204, 204, 429]);
});

test('reports are forgotten after thirty days', async () => {
  await send([violation()]);
  now += 30 * DAY_MS;
  await api.get(BrowserReportRetention).forgetOld();
  expect(await counted()).toHaveLength(1);
  now += DAY_MS;
  await api.get(BrowserReportRetention).forgetOld();
  expect(await counted()).toEqual([]);
});

const REJECTED = [
  ['another type', '[]', 'application/json', 415],
  ['a form', 'a=1', 'text/plain', 415],
  ['invalid JSON', '[', 'application/reports+json', 400],
  ['an object instead of a list', '{}', 'application/reports+json', 400],
  ['an empty list', '[]', 'application/reports+json', 400],
  ['a list in the older format', '[]', 'application/csp-report', 400],
  ['an object in the older format without a report', '{}', 'application/csp-report', 400],
  ['an empty body', '', 'application/reports+json', 400],
  ['64 kB', JSON.stringify(['x'.repeat(65_536)]), 'application/reports+json', 413],
] as const;

test('a body that is not a list of reports is rejected', async () => {
  for (const [name, body, type, status] of REJECTED) expect([name, await send(body, { type })]).toEqual([name, status]);
});

test('other sites cannot send reports, and visitors who object to being counted are not', async () => {
  expect(await send([violation()], { headers: { Origin: 'https://other.example' } })).toBe(403);
  expect(await send([violation()], { headers: { 'Sec-Fetch-Site': 'cross-site' } })).toBe(403);
  expect(await send([violation()], { headers: { 'Sec-GPC': '1' } })).toBe(204);
  expect(await send([violation()], { headers: { DNT: '1' } })).toBe(204);
  expect(await counted()).toEqual([]);
});
const headersOf = async (headers: Record<string, string> = {}, path = '/projects/eggs'): Promise<Headers> =>
  (await fetch(api.url + path, { headers: { 'User-Agent': CHROME, Cookie: '__Host-set=9999', ...headers } })).headers;

test('each page names the address for reports, with its set of releases', async () => {
  const page = await headersOf();
  const address = `/api/browser-reports?set=${encodeURIComponent(page.get('X-Release-Set') ?? '')}`;
  expect(page.get('Reporting-Endpoints')).toBe(`default="${address}"`);
  expect(page.get('Content-Security-Policy')).toMatch(/; report-uri \S+; report-to default$/);
  expect(page.get('Content-Security-Policy')).toContain(`; report-uri ${address};`);
  expect(page.get('Integrity-Policy')).toBe('blocked-destinations=(script), endpoints=(default)');
  expect(page.get('Cross-Origin-Opener-Policy')).toBe('same-origin; report-to="default"');
  // Engines without an integrity policy get two content security policies.
  const safari = await headersOf({ 'User-Agent': 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15' });
  expect(
    safari
      .get('Content-Security-Policy')
      ?.split(', ')
      .map((policy) => policy.includes(`report-uri ${address}`)),
  ).toEqual([true, true]);
});

test('the owner sees the last four weeks, and what nobody reported in words', async () => {
  const page = async (): Promise<string> =>
    (await fetch(`${api.url}/owner/reports`, { headers: { Authorization: `Bearer ${'o'.repeat(32)}` } })).text();
  expect(await page()).toContain('Browsers have reported nothing in the last four weeks.');
  await send([violation(), violation(), violation({ blockedURL: 'https://<b>.example' })]);
  await api.get(BrowserReportsService).flush();
  now += 7 * DAY_MS;
  await send([violation()], { headers: { 'User-Agent': CHROME } });
  await api.get(BrowserReportsService).flush();
  const html = await page();
  expect(html).toContain('img-src: https://other.example</th><td>1 · 2 · 0 · 0</td>');
  expect(html).toContain(
    `<td class="why">/projects/eggs</td><td class="why">eggs ${EGGS_STABLE}</td><td class="why">Chromium</td>`,
  );
  expect(html).not.toContain('<b>');
  expect(
    (await fetch(`${api.url}/owner/reports`, { headers: { 'X-Forwarded-For': '192.0.2.1' }, redirect: 'manual' })).status,
  ).toBe(401);
});
