import { parseReportSection, sectionWord, type MarketReport, type ReportSection } from '@site/contracts';
import { Clock } from '../clock.ts';
import { KnownAddresses } from '../site/known-addresses.ts';
import { aFaultUpstream, sendsHtml, sendsJson, type Answer, type FaultUpstream } from '../test-support/a-fault-upstream.ts';
import { aMarsRow, anEnvelope } from '../test-support/a-mars-row.ts';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import { UsdaConnection } from './usda-connection.ts';

const HOUR_MS = 3_600_000;
const FOREVER_MS = 1e9;
const LIST = ['1280', '2850', '9001'].map((slug) => ({ slug_id: slug, report_title: `Report ${slug}` }));
const details = sendsJson(anEnvelope([aMarsRow(), aMarsRow({ region: 'Midwest', price_avg: 1.5 })]));

describe('an opened report', () => {
  let upstream: FaultUpstream;
  let asked: string[];
  let answer: (path: string) => Answer;
  let now: number;
  let api: TestApi;

  beforeEach(async () => {
    now = Date.parse('2026-09-18T15:00:00.000Z');
    asked = [];
    answer = () => details;
    upstream = await aFaultUpstream((response, request) => {
      const path = decodeURIComponent(request.url ?? '').replace(/^.*\/reports/, '');
      if (path === '') return sendsJson(LIST)(response, request);
      asked.push(path);
      return answer(path)(response, request);
    });
    api = await anApi({}, [
      { provide: UsdaConnection, value: new UsdaConnection('live', upstream.baseUrl, 'key', FOREVER_MS, FOREVER_MS, 100_000) },
      { provide: Clock, value: { now: () => new Date(now) } },
    ]);
  });
  afterEach(async () => {
    await api.close();
    await upstream.close();
  });

  const get = (path: string) => fetch(`${api.url}/api/usda-reports/${path}`);

  test('matches the contract, and includes its age', async () => {
    const first = await get('1280');
    expect(parseReportSection(await first.json())).toMatchObject({
      slug: '1280',
      title: 'Report 1280',
      discontinued: false,
      section: 'Report Details',
      sections: ['Report Header', 'Report Metrics', 'Report Details'],
      rows: 2,
      issued: 'report_date',
      shortened: false,
      source: 'live',
      stale: false,
    });
    now += 60_000;
    const second = await get('1280');
    expect([first.status, first.headers.get('Age'), second.headers.get('Age')]).toEqual([200, '0', '60']);
    expect(asked).toEqual(['/1280/Report Details?lastReports=26']);
  });

  test('costs one call to USDA, however many visitors ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => get('2850')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(asked).toHaveLength(1);
  });

  test('that is not listed is a 404, without a call to USDA', async () => {
    for (const slug of ['9999', '..%2f1280', '1280%20', 'constructor', 'AMS_1280', '%00']) {
      const response = await get(slug);
      expect([slug, response.status, await response.json()]).toMatchObject([slug, 404, { code: 'usda_report_unknown' }]);
    }
    expect(asked).toEqual([]);
  });

  test('has other sections, addressed by their names', async () => {
    answer = (path) =>
      path.startsWith('/1280/Report Header')
        ? sendsJson(anEnvelope([{ report_narrative: 'Steady.' }], { reportSection: 'Report Header' }))
        : details;
    const header = await get('1280/report-header');
    expect(await header.json()).toMatchObject({
      section: 'Report Header',
      facts: [{ name: 'report_narrative', value: 'Steady.' }],
    });
    expect(await (await get('1280/report-details')).json()).toMatchObject({ section: 'Report Details', rows: 2 });
    const unknown = await get('1280/prices');
    expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: 'usda_section_unknown' }]);
    expect(asked).toHaveLength(2);
  });

  test('is found even if its details have another name, or are missing', async () => {
    answer = (path) => {
      const [, slug, section] = path.split(/[/?]/);
      if (section === 'Report Details') return sendsHtml(404);
      const names = slug === '1280' ? ['Report Header', 'Report Detail Weighted'] : ['Report Header'];
      const isHeader = section?.startsWith('lastReports');
      return sendsJson(
        anEnvelope(isHeader ? [] : [aMarsRow()], {
          reportSection: isHeader ? 'Report Header' : section,
          reportSections: names,
        }),
      );
    };
    expect(await (await get('1280')).json()).toMatchObject({ section: 'Report Detail Weighted', rows: 1 });
    expect(await (await get('2850')).json()).toMatchObject({ section: 'Report Header', rows: 0 });
  });

  test('that is too long for half a year is requested in fewer issues, and truncated if even one is too long', async () => {
    const stats = { returnedRows: 100_000, userAllowedRows: 100_000, totalRows: 200_000 };
    answer = () => sendsJson(anEnvelope([aMarsRow()], { stats }));
    expect(await (await get('1280')).json()).toMatchObject({ rows: 1, shortened: true });
    expect(asked.map((path) => path.split('=')[1])).toEqual(['26', '4', '1']);
  });

  test('keeps its last copy while USDA fails, and says so', async () => {
    await (await get('1280')).text();
    answer = () => sendsHtml(500);
    now += HOUR_MS;
    const response = await get('1280');
    expect([response.status, response.headers.get('X-Data-Stale'), response.headers.get('Age')]).toEqual([200, 'true', '3600']);
    expect(await response.json()).toMatchObject({ rows: 2, stale: true });
    const never = await get('9001');
    expect([never.status, await never.json()]).toMatchObject([502, { code: 'usda_unexpected_answer' }]);
  });

  test('has a page at its address; unlisted reports have none once the list is stored', async () => {
    const known = api.get(KnownAddresses);
    const factOf = (slug: string) => known.factOf('/projects/usda-reports/:slug', `/projects/usda-reports/${slug}`);
    expect(await factOf('9999')).toBe(true);
    const list = (await (await fetch(`${api.url}/api/usda-reports`)).json()) as MarketReport[];
    expect(list.map(({ slug_id: slug }) => slug)).toEqual(['1280', '2850', '9001']);
    expect([await factOf('1280'), await factOf('9999')]).toEqual([{ title: list[0]?.report_title }, false]);
  });

  test('has a page for each of its sections; unknown sections have none once the sections are stored', async () => {
    const known = api.get(KnownAddresses);
    const factOf = (section: string) =>
      known.factOf('/projects/usda-reports/:slug/:section', `/projects/usda-reports/1280/${section}`);
    const list = (await (await fetch(`${api.url}/api/usda-reports`)).json()) as MarketReport[];
    const title = list[0]?.report_title;
    expect(await factOf('no-such')).toEqual({ title });
    const calls = asked.length;
    const { sections } = (await (await get('1280')).json()) as ReportSection;
    expect(await factOf('no-such')).toBe(false);
    expect(await factOf(sectionWord(sections[0] ?? ''))).toEqual({ title: `${title}, ${sections[0]}` });
    expect(asked.length).toBe(calls + 1);
  });
});
