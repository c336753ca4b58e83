import { HISTORY_COMPLETE, parsePriceHistory, priceItemKey } from '@site/contracts';
import { DataSource, Like } from 'typeorm';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import { SettingEntity } from '../secrets/setting.entity.ts';
import { Clock } from '../clock.ts';
import { UnitOfWork } from '../database/unit-of-work.ts';
import { JobEntity } from '../jobs/job.entity.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { aMarsRow } from '../test-support/a-mars-row.ts';
import { historyCsv } from './price-history.text.ts';
import { PriceRevision } from './price-revision.ts';
import { PriceSeriesEntity } from './price-series.entity.ts';
import { PriceSeriesRepository } from './price-series.repository.ts';
import { seriesJobOf } from './price-series.updater.ts';
import { PriceSnapshotEntity } from './price-snapshot.entity.ts';
import { PriceSnapshotRepository } from './price-snapshot.repository.ts';
import { StoredWeeksRepository } from './stored-weeks.repository.ts';
import { mapPriceRows } from './usda.mapper.ts';

const weeks = [
  aMarsRow({ report_date: '08/31/2026', price_avg: 1.1 }),
  aMarsRow({ report_date: '09/14/2026', price_avg: 1.42 }),
  aMarsRow({ report_date: '09/14/2026', region: 'MidWest', price_avg: 1.3 }),
  aMarsRow({ report_date: '09/14/2026', type: 'Large Brown', price_avg: 4.14 }),
  aMarsRow({ report_date: '01/05/2026', price_avg: 3 }),
  aMarsRow({ report_date: '06/02/2025', price_avg: 9 }),
];
const { records } = mapPriceRows(weeks);
const [first] = records;
const ITEM = first ? priceItemKey('egg', first) : '';

describe('GET /api/price-history', () => {
  let api: TestApi;
  let now = Date.parse('2026-09-18T15:00:00.000Z');

  beforeAll(async () => {
    api = await anApi({}, [{ provide: Clock, value: { now: () => new Date(now) } }]);
    const snapshots = api.get(PriceSnapshotRepository);
    await snapshots.keep('live', 'egg', records);
    await snapshots.keep('sample', 'egg', mapPriceRows([aMarsRow({ price_avg: 77 })]).records);
  });
  afterAll(() => api.close());

  const ask = async (query: string) => {
    const response = await fetch(`${api.url}/api/price-history?${query}`);
    return { status: response.status, body: (await response.json()) as unknown };
  };
  const askSeries = async (query: string) => parsePriceHistory((await ask(query)).body).series;

  test('returns the weeks of one item, oldest first, with gaps, prices and store counts', async () => {
    const { body } = await ask(`commodity=egg&item=${encodeURIComponent(ITEM)}`);
    expect(parsePriceHistory(body)).toMatchObject({
      source: 'live',
      attribution: expect.stringContaining('USDA'),
      licence: expect.stringContaining('Public domain'),
      series: [
        {
          item: ITEM,
          region: 'NATIONAL',
          type: 'Large White',
          points: [
            { date: '2026-01-05', price_avg: 3, store_count: 600 },
            { date: '2026-08-31', price_avg: 1.1 },
            { date: '2026-09-14', price_avg: 1.42 },
          ],
        },
      ],
    });
  });

  test('is also an Atom feed of one item, or of the newest two weeks of all items', async () => {
    const feed = async (query: string) => {
      const response = await fetch(`${api.url}/api/price-history.atom?${query}`);
      return { type: response.headers.get('Content-Type'), text: await response.text() };
    };
    const { type, text } = await feed(`commodity=egg&item=${encodeURIComponent(ITEM)}`);
    expect(type).toBe('application/atom+xml; charset=utf-8');
    const titles = (atom: string) => [...atom.matchAll(/<entry>\n<id>[^<]*<\/id>\n<title>([^<]*)</g)].map((match) => match[1]);
    expect(titles(text)).toEqual([
      'Large White, carton of 12, Conventional, Fresh: $1.42 per dozen',
      'Large White, carton of 12, Conventional, Fresh: $1.10 per dozen',
      'Large White, carton of 12, Conventional, Fresh: $3.00 per dozen',
    ]);
    expect(titles((await feed('commodity=egg')).text)).toEqual([
      'Large Brown, carton of 12, Conventional, Fresh: $4.14 per dozen',
      'Large White, carton of 12, Conventional, Fresh: $1.42 per dozen',
    ]);
    expect((await feed('commodity=beef')).text).toContain('<updated>1970-01-01T00:00:00Z</updated>');
  });

  test('has a machine-readable description of its CSV, which leads to it and is saved beside it under a matching name', async () => {
    const query = 'commodity=egg&region=Alaska';
    const response = await fetch(`${api.url}/api/price-history.csv-metadata.json?${query}`);
    expect(response.headers.get('Content-Type')).toBe('application/csvm+json; charset=utf-8');
    const metadata = (await response.json()) as { url: string; tableSchema: { columns: { titles: string }[] } };
    // Absolute, with PUBLIC_ORIGIN in place of this test's port.
    const { pathname, search } = new URL(metadata.url);
    expect(pathname + search).toBe(`/api/price-history.csv?${query}`);
    const csv = await fetch(api.url + pathname + search);
    expect(csv.headers.get('Content-Disposition')).toBe('attachment; filename="egg-price-history.csv"');
    const saved = 'attachment; filename="egg-price-history.csv-metadata.json"';
    expect(response.headers.get('Content-Disposition')).toBe(saved);
    const head = (await csv.text()).split('\r\n').find((line) => !line.startsWith('#'));
    expect(metadata.tableSchema.columns.map(({ titles }) => titles).join(',')).toBe(head);
  });

  test('merges rows that share item, region and week: the mean weighted by stores, the widest range, all stores', async () => {
    const twin = { report_date: '07/06/2026', type: 'Twin', region: 'Alaska' };
    const rows = [
      aMarsRow({ ...twin, price_avg: 1, price_min: 0.8, price_max: 1.2, store_count: 300 }),
      aMarsRow({ ...twin, price_avg: 2, price_min: 1.5, price_max: 2.5, store_count: 100 }),
    ];
    await api.get(PriceSnapshotRepository).keep('live', 'egg', mapPriceRows(rows).records);
    const [series] = await askSeries('commodity=egg&region=Alaska');
    expect(series?.points).toEqual([{ date: '2026-07-06', price_avg: 1.25, price_min: 0.8, price_max: 2.5, store_count: 400 }]);
  });

  test('returns every item of a region if none is named, and accepts all of USDA’s spellings of a region', async () => {
    expect((await askSeries('commodity=egg')).map((series) => series.type)).toEqual(['Large Brown', 'Large White']);
    expect(await askSeries('commodity=egg&region=mid%20west')).toMatchObject([
      { region: 'Midwest', points: [{ price_avg: 1.3 }] },
    ]);
    expect(await askSeries('commodity=beef')).toEqual([]);
  });

  test('returns only the requested days', async () => {
    const [series] = await askSeries(`commodity=egg&from=2025-01-01&to=2026-01-31&item=${encodeURIComponent(ITEM)}`);
    expect(series?.points.map((point) => point.date)).toEqual(['2025-06-02', '2026-01-05']);
  });

  test('replaces a week that USDA corrected', async () => {
    const snapshots = api.get(PriceSnapshotRepository);
    await snapshots.keep('live', 'egg', mapPriceRows([aMarsRow({ report_date: '09/14/2026', price_avg: 1.5 })]).records);
    const [series] = await askSeries(`commodity=egg&item=${encodeURIComponent(ITEM)}`);
    expect(series?.points.at(-1)).toMatchObject({ date: '2026-09-14', price_avg: 1.5 });
    await snapshots.keep('live', 'egg', records);
  });

  test('has no gap where USDA uses another name for the commodity: a history is requested by its report’s commodity', async () => {
    const region = 'Southeast';
    const rows = [
      aMarsRow({ region, report_date: '08/31/2026' }),
      aMarsRow({ region, report_date: '09/07/2026', commodity: 'Shell Eggs' }),
      aMarsRow({ region, report_date: '09/14/2026', commodity: null }),
    ];
    await api.get(PriceSnapshotRepository).keep('live', 'egg', mapPriceRows(rows).records);
    const [series, ...others] = await askSeries(`commodity=egg&region=${region}`);
    expect(series).toMatchObject({ item: ITEM, commodity: 'egg' });
    expect(series?.points.map(({ date }) => date)).toEqual(['2026-08-31', '2026-09-07', '2026-09-14']);
    expect(others).toEqual([]);
  });

  test('a week that an earlier release stored under another commodity counts as missing, until it is stored again', async () => {
    const region = 'Southeast';
    const storedWeeks = () => api.get(StoredWeeksRepository).weeks('live', 'egg');
    const row = aMarsRow({ region, report_date: '07/20/2026', commodity: 'Shell Eggs' });
    await api.get(DataSource).query(
      `INSERT INTO price_snapshot (source, week, region, item, commodity, type, price_avg)
       VALUES ('live', '2026-07-20', '${region}', 'shell eggs|shell egg|large white', 'shell eggs', 'Large White', 1)`,
    );
    expect(await storedWeeks()).not.toContain('2026-07-20');
    await api.get(PriceSnapshotRepository).keep('live', 'egg', mapPriceRows([row]).records);
    expect(await storedWeeks()).toContain('2026-07-20');
    expect(await askSeries(`commodity=egg&region=${region}&to=2026-07-20`)).toMatchObject([
      { item: ITEM, points: [{ date: '2026-07-20', price_avg: 1.42 }] },
    ]);
  });

  test('includes weeks stored by another process within a second', async () => {
    const series = async () => (await askSeries('commodity=egg&region=Hawaii')).map(({ points }) => points.length);
    expect(await series()).toEqual([]);
    const elsewhere = new PriceSnapshotRepository(
      api.get(DataSource).getRepository(PriceSnapshotEntity),
      api.get(PriceSeriesRepository),
      new PriceRevision(api.get(DataSource).getRepository(SettingEntity), api.get(Clock)),
      api.get(UnitOfWork),
    );
    await elsewhere.keep('live', 'egg', mapPriceRows([aMarsRow({ region: 'Hawaii' })]).records);
    expect(await series()).toEqual([]);
    now += 1_000;
    expect(await series()).toEqual([1]);
  });

  test('includes weeks stored by a server of an earlier release, which does not write series', async () => {
    const revision = new PriceRevision(api.get(DataSource).getRepository(SettingEntity), api.get(Clock));
    const earlierRelease = new PriceSnapshotRepository(
      api.get(DataSource).getRepository(PriceSnapshotEntity),
      { rewrite: async () => undefined },
      {
        areSeriesBehind: async () => false,
        async renew() {
          await api
            .get(DataSource)
            .getRepository(SettingEntity)
            .upsert({ name: 'revision of the live prices', value: 'other' }, ['name']);
        },
        forget: () => undefined,
      },
      api.get(UnitOfWork),
    );
    await earlierRelease.keep('live', 'egg', mapPriceRows([aMarsRow({ region: 'Northwest' })]).records);
    expect(await revision.areSeriesBehind('live')).toBe(true);
    now += 1_000;
    expect(await askSeries('commodity=egg&region=Northwest')).toMatchObject([{ points: [{ date: '2026-09-14' }] }]);
    expect(await revision.areSeriesBehind('live')).toBe(false);
  });

  test('includes weeks that were stored before weeks had a revision', async () => {
    const settings = api.get(DataSource).getRepository(SettingEntity);
    await settings.delete({ name: Like('revision of the live %') });
    await api.get(DataSource).getRepository(PriceSeriesEntity).clear();
    now += 1_000;
    expect((await askSeries('commodity=egg')).map((series) => series.type)).toEqual(['Large Brown', 'Large White']);
  });

  test('writes the series in a job, which is retried if it fails', async () => {
    const settings = api.get(DataSource).getRepository(SettingEntity);
    const jobs = api.get(DataSource).getRepository(JobEntity);
    const name = seriesJobOf('live');
    // The state left by a server of an earlier release, which only stores weeks.
    await settings.upsert({ name: 'revision of the live prices', value: 'of an earlier release' }, ['name']);
    await api.get(DataSource).getRepository(PriceSeriesEntity).clear();
    const repository = api.get(PriceSeriesRepository);
    repository.rewriteAll = () => Promise.reject(new Error('the disk is full'));
    await api.get(JobRunner).enqueue({ name, kind: name });
    await api.get(JobRunner).runNow(name);
    expect(await jobs.findOneByOrFail({ name })).toMatchObject({ state: 'waiting', attempts: 1, lastError: 'the disk is full' });
    Reflect.deleteProperty(repository, 'rewriteAll');

    now += 1_000;
    expect((await askSeries('commodity=egg')).map((series) => series.type)).toEqual(['Large Brown', 'Large White']);
    expect(await jobs.findOneBy({ name })).toBeNull();
  });

  test('joins the weeks of two calendar years', async () => {
    const rows = ['12/22/2025', '12/29/2025', '01/05/2026', '01/12/2026'].map((report_date) =>
      aMarsRow({ report_date, region: 'Southcentral' }),
    );
    await api.get(PriceSnapshotRepository).keep('live', 'egg', mapPriceRows(rows).records);
    const query = 'commodity=egg&region=Southcentral&from=2025-12-23&to=2026-01-11';
    const [series] = await askSeries(query);
    expect(series?.points.map(({ date }) => date)).toEqual(['2025-12-29', '2026-01-05']);
    const table = await (await fetch(`${api.url}/api/price-history.csv?${query}`)).text();
    expect(
      table
        .split('\r\n')
        .map((line) => line.slice(0, 10))
        .slice(3),
    ).toEqual(['2025-12-29', '2026-01-05', '']);
  });

  test('returns the items in key order, with exact figures', async () => {
    const rows = [
      // Two rows of one week, whose mean needs all digits.
      aMarsRow({ region: 'Southwest', report_date: '08/03/2026', type: 'Large  White', price_avg: 1, store_count: 20 }),
      aMarsRow({ region: 'Southwest', report_date: '08/03/2026', type: 'Large  White', price_avg: 2, store_count: 10 }),
      aMarsRow({ region: 'Southwest', report_date: '08/10/2026', type: 'Large White', price_min: null, store_count: null }),
      aMarsRow({ region: 'Southwest', report_date: '08/03/2026', type: 'Brown', price_avg: 2 }),
    ];
    await api.get(PriceSnapshotRepository).keep('live', 'egg', mapPriceRows(rows).records);
    expect(await askSeries('commodity=egg&region=Southwest')).toMatchObject([
      { type: 'Brown', points: [{ date: '2026-08-03', price_avg: 2 }] },
      {
        type: 'Large White',
        points: [
          { date: '2026-08-03', price_avg: 4 / 3 },
          { date: '2026-08-10', price_min: null, store_count: null },
        ],
      },
    ]);
    expect(await askSeries('commodity=egg&region=Southwest&to=2026-08-09')).toMatchObject([
      { type: 'Brown', points: [{ date: '2026-08-03' }] },
      { points: [{ date: '2026-08-03', price_avg: 4 / 3 }] },
    ]);
    expect(await askSeries('commodity=egg&region=Southwest&from=2026-08-09&to=2026-08-03')).toEqual([]);
  });

  test('days that select the same weeks share a response, and a client that has it gets a 304', async () => {
    const etagOf = async (query: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(`${api.url}/api/price-history?commodity=egg&${query}`, { headers });
      return [answer.status, answer.headers.get('ETag')] as const;
    };
    const [, etag] = await etagOf('from=2026-08-25&to=2026-09-14');
    expect(etag).toMatch(/^W\/"/);
    expect(await etagOf('from=2026-08-31&to=2026-09-20')).toEqual([200, etag]);
    expect((await etagOf('from=2026-09-01&to=2026-09-20'))[1]).not.toBe(etag);
    const kept = { 'If-None-Match': etag ?? '', 'Cache-Control': 'max-age=0' };
    expect((await etagOf('from=2026-08-31&to=2026-09-20', kept))[0]).toBe(304);
  });

  test.each([
    ['from=2026-08-31&to=2026-09-20', 'true', 'public, max-age=300'],
    ['from=2025-09-15&to=2026-09-20', 'false', 'no-cache'],
  ])('says for %s whether it is complete: %s, also without a body', async (days, isComplete, caching) => {
    const saved = async (headers: Record<string, string> = {}) => {
      const answer = await fetch(`${api.url}/api/price-history?commodity=egg&${days}`, { headers });
      expect([answer.headers.get(HISTORY_COMPLETE), answer.headers.get('Cache-Control')]).toEqual([isComplete, caching]);
      return [answer.status, answer.headers.get('ETag') ?? ''] as const;
    };
    const [, etag] = await saved();
    expect(await saved({ 'If-None-Match': etag, 'Cache-Control': 'max-age=0' })).toEqual([304, etag]);
  });

  test.each(['br', 'gzip', 'identity'])('is the same in %s, as JSON and as CSV', async (encoding) => {
    for (const path of ['/api/price-history', '/api/price-history.csv']) {
      const answer = await fetch(`${api.url}${path}?commodity=egg`, { headers: { 'Accept-Encoding': encoding } });
      expect([answer.status, answer.headers.get('Content-Encoding')]).toEqual([200, encoding === 'identity' ? null : encoding]);
      expect(await answer.text()).toContain('Large Brown');
    }
  });

  test('accepts five years and a week, if they have few points', async () => {
    expect((await ask('commodity=egg&from=2021-09-13&to=2026-09-20')).status).toBe(200);
  });

  test.each([
    ['', 'commodity must be beef or egg'],
    ['commodity=pork', 'commodity must be beef or egg'],
    ['commodity=egg&commodity=beef', 'commodity must be beef or egg'],
    ['commodity=egg&from=yesterday', 'from must be a date such as 2026-09-14'],
    ['commodity=egg&from=2021-09-11&to=2026-09-20', 'from and to must be at most five years and a week (1834 days) apart'],
    ['commodity=egg&from=0001-01-01', 'at most five years'],
    ['commodity=egg&item=a%00', 'text must not contain the NUL character'],
    ['commodity=egg&item=a%07', 'item must be text without control characters'],
    ['commodity=egg&region=%07', 'region must be a name'],
    ['commodity=egg&to=2026-02-31', 'to must be a date such as 2026-09-14'],
    ['commodity=egg&to=2026-W40-1', 'to must be a date such as 2026-09-14'],
    ['commodity=egg&from=2026-W40-1', 'from must be a date such as 2026-09-14'],
    ['commodity=egg&to=2026-10T10', 'to must be a date such as 2026-09-14'],
    ['commodity=egg&from=2026-10T10', 'from must be a date such as 2026-09-14'],
    ['commodity=egg&to=2026-9-014', 'to must be a date such as 2026-09-14'],
    ['commodity=egg&to=0000-00-00', 'to must be a date such as 2026-09-14'],
    ['commodity=egg&to=2026-09-14&to=2026-09-21', 'to must be a date such as 2026-09-14'],
    ['commodity=egg&item=a&item=b', 'item may be given only once'],
    ['commodity=egg&limit[$gt]=1', 'this route has no such parameter'],
  ])('refuses "%s" with 400, and says: %s', async (query, details) => {
    const { status, body } = await ask(query);
    expect([status, body]).toMatchObject([400, { code: 'invalid_query', details: expect.stringContaining(details) }]);
    const csv = await fetch(`${api.url}/api/price-history.csv?${query}`);
    expect([csv.status, await csv.json()]).toMatchObject([400, { details: expect.stringContaining(details) }]);
  });

  test('is also available as CSV, with source and license', async () => {
    const response = await fetch(`${api.url}/api/price-history.csv?commodity=egg&region=Midwest`);
    expect([response.headers.get('Content-Type'), response.headers.get('Content-Disposition')]).toEqual([
      'text/csv; charset=utf-8',
      'attachment; filename="egg-price-history.csv"',
    ]);
    expect((await response.text()).split('\r\n')).toEqual([
      expect.stringMatching(/^# Source: USDA/),
      expect.stringMatching(/^# License: Public domain/),
      'date,region,commodity,section,type,condition,package_size,environment,quality_grade,price_unit,price_avg,price_min,price_max,store_count',
      '2026-09-14,Midwest,egg,Shell Egg,Large White,Fresh,12,Conventional,,Per Carton,1.3,0.99,1.99,600',
      '',
    ]);
  });
});

test('text in a CSV cell becomes neither a formula nor a second cell', () => {
  const csv = historyCsv({ source: 'live', attribution: 'A', licence: 'B' }, [
    {
      head: {
        item: ITEM,
        region: 'NATIONAL',
        commodity: 'egg',
        section: '=1+1',
        type: 'Chuck Roast, "Boneless"',
        condition: null,
        package_size: null,
        environment: null,
        quality_grade: null,
        price_unit: null,
      },
      points: '2026-09-14,*,1,,,1',
    },
  ]);
  expect(csv.toString().split('\r\n').slice(3)).toEqual([
    `2026-09-14,NATIONAL,egg,'=1+1,"Chuck Roast, ""Boneless""",,,,,,1,,,1`,
    '',
  ]);
});
