import { join } from 'node:path';
import { promote } from '@site/releases';
import { LiveRegistry } from '../../site/live-registry.ts';
import { TEST_KEYS } from '../../test-support/a-config.ts';
import { EGGS_STABLE, EGGS_CANARY } from '../../test-support/a-trial.ts';
import {
  aBrowserReportsSite,
  CHROME,
  DAY,
  DAY_MS,
  EGGS,
  ROW,
  SITE,
  violation,
  type BrowserReportsSite,
} from '../../test-support/telemetry/a-browser-reports-site.ts';
import { BrowserReportsRepository } from './browser-reports.repository.ts';
import { MAX_ROWS } from './browser-reports.service.ts';

let site: BrowserReportsSite;
beforeEach(async () => {
  site = await aBrowserReportsSite();
});
afterEach(() => site.api.close());

const entry = (type: string, body: Record<string, unknown>) => ({ age: 0, type, url: EGGS, user_agent: CHROME, body });
const countedKinds = async (): Promise<string[]> => (await site.counted()).map(({ kind, what }) => `${kind} ${what}`).toSorted();

test('each kind of report names what happened', async () => {
  const script = `${SITE}/r/eggs/${EGGS_STABLE}~1/remoteEntry.js?u=1`;
  expect(
    await site.send([
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
  expect(await countedKinds()).toEqual([
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
  expect(
    await site.send([5, entry('network-error', {}), violation({ sourceFile: 'moz-extension://abc/a.js' }), violation()]),
  ).toBe(204);
  expect(await site.counted()).toEqual([{ ...ROW, reports: 1 }]);
});

test('a report belongs to the release of the file that caused it, if the set has it', async () => {
  const shell = (await site.api.get(LiveRegistry).current()).registry.apps['shell']?.stable.release ?? '';
  await site.send([violation({ sourceFile: `${SITE}/r/shell/${shell}/entry.js` })]);
  await site.send([violation({ sourceFile: `${SITE}/r/shell/9.9.9-ffffffffffff/entry.js` })]);
  await site.send([violation({ sourceFile: `${SITE}/r/eggs/${EGGS_CANARY}/remoteEntry.js` })]);
  const releases = (await site.counted()).map(({ app, release, reports }) => `${app} ${release} ${reports}`);
  expect(releases.toSorted()).toEqual([`eggs ${EGGS_STABLE} 2`, `shell ${shell} 1`].toSorted());
});

test('a report from a tab older than a release is attributed to the release that the tab has', async () => {
  await promote(join(site.api.folder, 'releases'), 'eggs', TEST_KEYS, site.now());
  const { serial } = (await site.api.get(LiveRegistry).current()).registry;
  expect(serial).toBe(Number(site.stable) + 1);
  await site.send([violation()]);
  await site.send([violation()], { set: String(serial) });
  expect((await site.counted()).map(({ release }) => release).toSorted()).toEqual([EGGS_STABLE, EGGS_CANARY]);
});

test('a set that never existed is counted as an unknown release', async () => {
  const sets = ['', '0', '999999', '1e3', '-1', '9'.repeat(30), '1+eggs', '3+constructor', '1.0.0-ffffffffffff'];
  for (const [index, set] of sets.entries())
    expect(await site.send([violation()], { set, client: `192.0.${index}.1` })).toBe(204);
  expect(await site.counted()).toEqual([{ ...ROW, release: 'unknown', reports: sets.length }]);
});

test('an address without a page is not stored', async () => {
  await site.send([violation({}, `${SITE}/my-own-words`)]);
  expect((await site.counted()).map(({ app, path }) => [app, path])).toEqual([['shell', 'unknown']]);
});

test('one network adds at most five identical reports and a hundred in total a day; a private network has no such limit', async () => {
  for (let round = 0; round < 4; round += 1) {
    for (const client of ['192.0.2.1', '192.0.2.77', '10.0.0.1']) await site.send([violation(), violation()], { client });
  }
  expect(await site.counted()).toEqual([{ ...ROW, reports: 5 + 8 }]);
  const many = (round: number) =>
    Array.from({ length: 20 }, (_, index) => violation({ blockedURL: `https://invented-${round}-${index}.example/` }));
  for (let round = 0; round < 5; round += 1) expect(await site.send(many(round), { client: `192.0.2.${round}` })).toBe(204);
  expect(await site.counted()).toHaveLength(1 + 100 - 16);
  site.advance(DAY_MS);
  await site.send([violation()]);
  expect((await site.counted()).filter(({ day }) => day === DAY + 1)).toEqual([{ ...ROW, day: DAY + 1, reports: 1 }]);
});

test('a day has at most 500 different rows, even after a restart; the rest is counted by kind', async () => {
  const rows = Array.from({ length: MAX_ROWS - 1 }, (_, index) => ({
    ...ROW,
    what: `img-src: https://${index}.example`,
    reports: 1,
  }));
  await site.api.get(BrowserReportsRepository).add(rows);
  const [first, ...more] = ['a', 'b', 'c'].map((name) => violation({ blockedURL: `https://${name}.example/` }));
  await site.send([first, ...more, first, entry('crash', {})]);
  const all = await site.counted();
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

test('if more than twenty reports are sent, only the first twenty are counted: after a refusal the browser would send all of them again', async () => {
  const many = Array.from({ length: 30 }, (_, index) => violation({ blockedURL: `https://${index}.example/` }));
  expect(await site.send(many)).toBe(204);
  expect(await site.counted()).toHaveLength(20);
});

test('a report from WebKit, with a null origin, is accepted if Sec-Fetch-Site is same-origin', async () => {
  expect(await site.send([violation()], { headers: { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' } })).toBe(204);
  for (const from of ['cross-site', 'same-site', 'none'])
    expect(await site.send([violation()], { headers: { Origin: 'null', 'Sec-Fetch-Site': from } })).toBe(403);
  expect(await site.counted()).toEqual([{ ...ROW, reports: 1 }]);
  // No other endpoint accepts such a request.
  const headers = { Origin: 'null', 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' };
  expect((await fetch(`${site.api.url}/api/telemetry`, { method: 'POST', headers, body: '{"reports":[]}' })).status).toBe(403);
});

const ADDRESS = /Reporting-Endpoints|report-uri|report-to|endpoints=/i;

test('a page for a visitor who objects to being counted does not contain the reporting address', async () => {
  for (const name of ['DNT', 'Sec-GPC']) {
    const page = [...(await site.headersOf({ [name]: '1' }))].map((header) => header.join(': ')).join('\n');
    expect(page).toContain('content-security-policy');
    expect(page).not.toMatch(ADDRESS);
  }
});

test('a visitor who objects between two visits gets the whole page again: a 304 would leave the reporting address in the cache', async () => {
  const etag = (await site.headersOf()).get('ETag') ?? '';
  const visit = async (headers: Record<string, string>): Promise<number> =>
    (
      await fetch(`${site.api.url}/projects/eggs`, {
        headers: { 'User-Agent': CHROME, 'If-None-Match': etag, 'Cache-Control': 'max-age=0', ...headers },
      })
    ).status;
  expect([await visit({ Cookie: '__Host-set=9999' }), await visit({ Cookie: '__Host-set=9999', DNT: '1' })]).toEqual([304, 200]);
});
