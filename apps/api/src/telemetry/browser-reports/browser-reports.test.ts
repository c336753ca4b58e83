import { EGGS_STABLE, EGGS_CANARY } from '../../test-support/a-trial.ts';
import {
  aBrowserReportsSite,
  CHROME,
  DAY_MS,
  EGGS,
  ROW,
  violation,
  type BrowserReportsSite,
} from '../../test-support/telemetry/a-browser-reports-site.ts';
import { BrowserReportRetention } from './browser-report-retention.ts';
import { BrowserReportsService } from './browser-reports.service.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0';

let site: BrowserReportsSite;
beforeEach(async () => {
  site = await aBrowserReportsSite();
});
afterEach(() => site.api.close());

test('reports are counted by day, page, release and browser, without queries or network addresses', async () => {
  expect(await site.send([violation(), violation()])).toBe(204);
  expect(await site.send([violation()], { set: site.canary })).toBe(204);
  expect(await site.counted()).toEqual(
    expect.arrayContaining([
      { ...ROW, reports: 2 },
      { ...ROW, release: EGGS_CANARY, reports: 1 },
    ]),
  );
  expect(JSON.stringify(await site.counted())).not.toMatch(/secret|192\.0\.2|Mozilla/);
  expect(site.api.logText()).not.toContain('secret');
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
  const status = await site.send(
    { 'csp-report': report },
    { type: 'application/csp-report', headers: { 'User-Agent': FIREFOX } },
  );
  expect(status).toBe(204);
  expect(await site.counted()).toEqual([{ ...ROW, browser: 'Firefox', reports: 1 }]);
});

test('a client that sends too many gets 429', async () => {
  const many = Array.from({ length: 20 }, () => violation());
  const statuses: number[] = [];
  for (let round = 0; round < 7; round += 1) statuses.push(await site.send(many));
  expect(statuses).toEqual([204, 204, 204, 204, 204, 204, 429]);
});

test('reports are forgotten after thirty days', async () => {
  await site.send([violation()]);
  site.advance(30 * DAY_MS);
  await site.api.get(BrowserReportRetention).forgetOld();
  expect(await site.counted()).toHaveLength(1);
  site.advance(DAY_MS);
  await site.api.get(BrowserReportRetention).forgetOld();
  expect(await site.counted()).toEqual([]);
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
  for (const [name, body, type, status] of REJECTED) expect([name, await site.send(body, { type })]).toEqual([name, status]);
});

test('other sites cannot send reports, and visitors who object to being counted are not counted', async () => {
  expect(await site.send([violation()], { headers: { Origin: 'https://other.example' } })).toBe(403);
  expect(await site.send([violation()], { headers: { 'Sec-Fetch-Site': 'cross-site' } })).toBe(403);
  expect(await site.send([violation()], { headers: { 'Sec-GPC': '1' } })).toBe(204);
  expect(await site.send([violation()], { headers: { DNT: '1' } })).toBe(204);
  expect(await site.counted()).toEqual([]);
});

test('each page names the address for reports, with its set of releases', async () => {
  const page = await site.headersOf();
  const address = `/api/browser-reports?set=${encodeURIComponent(page.get('X-Release-Set') ?? '')}`;
  expect(page.get('Reporting-Endpoints')).toBe(`default="${address}"`);
  expect(page.get('Content-Security-Policy')).toMatch(/; report-uri \S+; report-to default$/);
  expect(page.get('Content-Security-Policy')).toContain(`; report-uri ${address};`);
  expect(page.get('Integrity-Policy')).toBe('blocked-destinations=(script), endpoints=(default)');
  expect(page.get('Cross-Origin-Opener-Policy')).toBe('same-origin; report-to="default"');
  // Engines without an integrity policy get two content security policies.
  const safari = await site.headersOf({
    'User-Agent': 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15',
  });
  expect(
    safari
      .get('Content-Security-Policy')
      ?.split(', ')
      .map((policy) => policy.includes(`report-uri ${address}`)),
  ).toEqual([true, true]);
});

test('the owner sees the last four weeks, and a sentence if nothing was reported', async () => {
  const page = async (): Promise<string> =>
    (await fetch(`${site.api.url}/owner/reports`, { headers: { Authorization: `Bearer ${'o'.repeat(32)}` } })).text();
  expect(await page()).toContain('Browsers have reported nothing in the last four weeks.');
  await site.send([violation(), violation(), violation({ blockedURL: 'https://<b>.example' })]);
  await site.api.get(BrowserReportsService).flush();
  site.advance(7 * DAY_MS);
  await site.send([violation()], { headers: { 'User-Agent': CHROME } });
  await site.api.get(BrowserReportsService).flush();
  const html = await page();
  expect(html).toContain('img-src: https://other.example</th><td>1 · 2 · 0 · 0</td>');
  expect(html).toContain(
    `<td class="why">/projects/eggs</td><td class="why">eggs ${EGGS_STABLE}</td><td class="why">Chromium</td>`,
  );
  expect(html).not.toContain('<b>');
  expect(
    (await fetch(`${site.api.url}/owner/reports`, { headers: { 'X-Forwarded-For': '192.0.2.1' }, redirect: 'manual' })).status,
  ).toBe(401);
});
