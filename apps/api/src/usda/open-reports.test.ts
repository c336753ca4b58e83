import { setTimeout as delay } from 'node:timers/promises';
import { parseReportSection, sectionSlug, type MarketReport, type ReportSection } from '@site/contracts';
import type { HttpError } from '../http/app-error.ts';
import { KnownAddresses } from '../site/known-addresses.ts';
import { sendsHtml, sendsJson } from '../test-support/a-fault-upstream.ts';
import { aMarsRow, anEnvelope } from '../test-support/a-mars-row.ts';
import { HOUR_MS } from '../test-support/a-usda-site.ts';
import { anOpenedReportsSite, details, type OpenedReportsSite } from '../test-support/an-opened-reports-site.ts';
import { MAX_CALLS, MAX_OPENED_CALLS } from './call-budget.ts';
import { OpenReportsService } from './open-reports.service.ts';
import { UpstreamCopyRepository } from './upstream-copy.repository.ts';

describe('an opened report', () => {
  let site: OpenedReportsSite;
  beforeEach(async () => {
    site = await anOpenedReportsSite();
  });
  afterEach(() => site.close());

  test('matches the contract, and includes its age', async () => {
    const first = await site.open('1280');
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
    site.advance(60_000);
    const second = await site.open('1280');
    expect([first.status, first.headers.get('Age'), second.headers.get('Age')]).toEqual([200, '0', '60']);
    expect(site.usda.asked).toEqual(['/1280/Report Details?lastReports=26']);
  });

  test('costs one call to USDA, however many visitors ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => site.open('2850')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(site.usda.asked).toHaveLength(1);
  });

  test('that is not listed is a 404, without a call to USDA', async () => {
    for (const slug of ['9999', '..%2f1280', '1280%20', 'constructor', 'AMS_1280', '%00']) {
      const response = await site.open(slug);
      expect([slug, response.status, await response.json()]).toMatchObject([slug, 404, { code: 'usda_report_unknown' }]);
    }
    expect(site.usda.asked).toEqual([]);
  });

  test('has other sections, addressed by their names', async () => {
    site.usda.answer = (path) =>
      path.startsWith('/1280/Report Header')
        ? sendsJson(anEnvelope([{ report_narrative: 'Steady.' }], { reportSection: 'Report Header' }))
        : details;
    const header = await site.open('1280/report-header');
    expect(await header.json()).toMatchObject({
      section: 'Report Header',
      facts: [{ name: 'report_narrative', value: 'Steady.' }],
    });
    expect(await (await site.open('1280/report-details')).json()).toMatchObject({ section: 'Report Details', rows: 2 });
    const unknown = await site.open('1280/prices');
    expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: 'usda_section_unknown' }]);
    expect(site.usda.asked).toHaveLength(2);
  });

  test('lists its first hundred sections, but none whose name is longer than 200 characters', async () => {
    const names = ['x'.repeat(201), ...Array.from({ length: 1_000 }, (_, index) => `Section ${index}`)];
    site.usda.answer = () => sendsJson(anEnvelope([aMarsRow()], { reportSections: names }));
    const { sections } = parseReportSection(await (await site.open('1280')).json());
    expect([sections.length, sections[0], sections.at(-1)]).toEqual([99, 'Section 0', 'Section 98']);
  });

  test('waits while four others are requested from USDA', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `Section ${index}`);
    site.usda.answer = () => sendsJson(anEnvelope([aMarsRow()], { reportSections: names }));
    await (await site.open('1280')).text();
    const held: (() => void)[] = [];
    let most = 0;
    site.usda.answer = () => (response, request) => {
      held.push(() => void details(response, request));
      most = Math.max(most, held.length);
    };
    const opened = names.map((name) => site.open(`1280/${sectionSlug(name)}`));
    while (held.length < 4) await delay(5);
    // A fifth request would have been sent to USDA by the time this one is complete.
    await (await fetch(`${site.api.url}/api/usda-reports`)).text();
    for (const _ of names) {
      while (held.length === 0) await delay(5);
      held.shift()?.();
    }
    expect([...new Set((await Promise.all(opened)).map(({ status }) => status)), most]).toEqual([200, 4]);
  });

  test('is found even if its details have another name, or are missing', async () => {
    site.usda.answer = (path) => {
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
    expect(await (await site.open('1280')).json()).toMatchObject({ section: 'Report Detail Weighted', rows: 1 });
    expect(await (await site.open('2850')).json()).toMatchObject({ section: 'Report Header', rows: 0 });
  });

  test('is requested with fewer issues if half a year of them is too long, and truncated if even one is', async () => {
    const stats = { returnedRows: 100_000, userAllowedRows: 100_000, totalRows: 200_000 };
    site.usda.answer = () => sendsJson(anEnvelope([aMarsRow()], { stats }));
    expect(await (await site.open('1280')).json()).toMatchObject({ rows: 1, shortened: true });
    expect(site.usda.asked.map((path) => path.split('=')[1])).toEqual(['26', '4', '1']);
  });

  test('keeps its last copy while USDA fails, and says so', async () => {
    await (await site.open('1280')).text();
    site.usda.answer = () => sendsHtml(500);
    site.advance(HOUR_MS);
    const response = await site.open('1280');
    expect([response.status, response.headers.get('X-Data-Stale'), response.headers.get('Age')]).toEqual([200, 'true', '3600']);
    expect(await response.json()).toMatchObject({ rows: 2, stale: true });
    const never = await site.open('9001');
    expect([never.status, await never.json()]).toMatchObject([502, { code: 'usda_unexpected_answer' }]);
  });

  test('has a page at its address; unlisted reports have none once the list is stored', async () => {
    const known = site.api.get(KnownAddresses);
    const factOf = (slug: string) => known.factOf('/projects/usda-reports/:slug', `/projects/usda-reports/${slug}`);
    expect(await factOf('9999')).toBe(true);
    const list = (await (await fetch(`${site.api.url}/api/usda-reports`)).json()) as MarketReport[];
    expect(list.map(({ slug_id: slug }) => slug)).toEqual(['1280', '2850', '9001']);
    expect([await factOf('1280'), await factOf('9999')]).toEqual([{ title: list[0]?.report_title }, false]);
  });

  test('has a page for each of its sections; unknown sections have none once the sections are stored', async () => {
    const known = site.api.get(KnownAddresses);
    const factOf = (section: string) =>
      known.factOf('/projects/usda-reports/:slug/:section', `/projects/usda-reports/1280/${section}`);
    const list = (await (await fetch(`${site.api.url}/api/usda-reports`)).json()) as MarketReport[];
    const title = list[0]?.report_title;
    expect(await factOf('no-such')).toEqual({ title });
    const calls = site.usda.asked.length;
    const { sections } = (await (await site.open('1280')).json()) as ReportSection;
    expect(await factOf('no-such')).toBe(false);
    expect(await factOf(sectionSlug(sections[0] ?? ''))).toEqual({ title: `${title}, ${sections[0]}` });
    expect(site.usda.asked.length).toBe(calls + 1);
  });
});

test('a visitor who opens ever more reports gets a 503 with Retry-After; weekly prices and the list are still fetched', async () => {
  const slugs = Array.from({ length: MAX_CALLS }, (_, index) => `${1_000 + index}`);
  const site = await anOpenedReportsSite(slugs);
  let last: Response | undefined;
  for (const slug of slugs) {
    last = await site.open(slug);
    if (last.status !== 200) break;
    await last.text();
  }
  expect([last?.status, await last?.json()]).toMatchObject([
    503,
    {
      code: 'usda_budget_spent',
      error: 'The price report could not be fetched from USDA.',
      details: 'limit on requests to USDA reached',
    },
  ]);
  expect(Number(last?.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(site.usda.asked).toHaveLength(MAX_OPENED_CALLS);

  const calls = site.upstream.requests.length;
  site.advance(HOUR_MS);
  for (const path of ['weekly-egg-report', 'weekly-beef-report', 'usda-reports']) {
    expect([path, (await site.get(path)).status]).toEqual([path, 200]);
  }
  // The list was stored before, so nobody waits for its refresh.
  while (site.upstream.requests.length < calls + 3) await delay(5);
  await site.close();
});

describe('a dozen opened reports', () => {
  const slugs = Array.from({ length: 12 }, (_, index) => `${1_000 + index}`);
  let site: OpenedReportsSite;
  let reads: string[];
  beforeEach(async () => {
    site = await anOpenedReportsSite(slugs);
    for (const slug of slugs) await (await site.open(slug)).text();
    const copies = site.api.get(UpstreamCopyRepository);
    const find = copies.find.bind(copies);
    reads = [];
    copies.find = (name, ...what) => {
      reads.push(name);
      return find(name, ...what);
    };
  });
  afterEach(() => site.close());

  test('are not read again for visitors who open them in turn, nor for their pages', async () => {
    for (const slug of [...slugs, ...slugs]) {
      expect((await site.open(slug)).status).toBe(200);
      await site.api
        .get(KnownAddresses)
        .factOf('/projects/usda-reports/:slug/:section', `/projects/usda-reports/${slug}/report-header`);
    }
    expect(reads).toEqual([]);
  });

  test('are read once when a copy turns stale and once when there is a new one, however many ask', async () => {
    site.advance(HOUR_MS);
    const both = async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => site.open('1000')));
      return Promise.all(answers.map(async (answer) => ((await answer.json()) as ReportSection).stale));
    };
    expect(new Set(await both())).toEqual(new Set([true]));
    while (new Set(await both()).has(true));
    await both();
    expect(reads.filter((name) => name.startsWith('open report'))).toHaveLength(2);
  });

  test('are read one at a time, and further requests get a 503', async () => {
    const copies = site.api.get(UpstreamCopyRepository);
    const { find } = copies;
    let [running, most] = [0, 0];
    copies.find = async (...what) => {
      running += 1;
      most = Math.max(most, running);
      await delay(20);
      running -= 1;
      return find(...what);
    };
    site.advance(HOUR_MS);
    const sections = slugs.flatMap((slug) => Array.from({ length: 10 }, (_, index) => ({ slug, index })));
    const service = site.api.get(OpenReportsService);
    const asked = sections.map(async ({ slug, index }) => {
      const section = await service.section(slug, null);
      return service.response({ ...section, fetchedAt: `${section.fetchedAt} ${index}` }, null);
    });
    const outcomes = await Promise.allSettled(asked);
    expect(most).toBe(1);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [(outcome.reason as HttpError).code] : []));
    expect([refused.length > 0, new Set(refused)]).toEqual([true, new Set(['OVERLOADED'])]);
  });
});
