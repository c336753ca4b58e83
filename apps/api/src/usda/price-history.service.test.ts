import { brotliDecompressSync } from 'node:zlib';
import { parsePriceHistory } from '@site/contracts';
import { PriceHistoryService } from './price-history.service.ts';
import type { HistoryScope, StoredSeries } from './price-history.repository.ts';
import type { HistoryFormat } from './price-points.ts';
import { UsdaConnection } from './usda-connection.ts';

const DATES = ['2026-08-31', '2026-09-07', '2026-09-14'];
const NO_DETAILS = {
  section: null,
  condition: null,
  package_size: null,
  environment: null,
  quality_grade: null,
  price_unit: null,
};
const QUERY = { commodity: 'beef' } as const;

/** Stored weeks of a given number of items, and a log of the requests for them. */
function aRepository(items = 2) {
  const names = Array.from({ length: items }, (_, index) => `item ${index}`);
  const asked: string[] = [];
  const point = (date: string) => `{"date":"${date}","price_avg":1.5,"price_min":null,"price_max":2,"store_count":7}`;
  return {
    asked,
    isDown: false,
    async weekSizes(_scope: HistoryScope) {
      asked.push('sizes');
      if (this.isDown) throw new Error('the database is down');
      return DATES.map((week) => ({ week, rows: items }));
    },
    async years(
      { region, commodity }: HistoryScope,
      format: HistoryFormat,
      item: string | null,
      from: string,
      to: string,
    ): Promise<StoredSeries[]> {
      asked.push(`${format} ${item ?? '*'} ${from} ${to}`);
      const found = item === null ? names : [item];
      const points = DATES.map(point).join(',');
      return found.map((name) => ({ item: name, region, commodity, type: name, ...NO_DETAILS, points }));
    },
  };
}

function aService(repository = aRepository()) {
  const revision = { value: 'first', current: () => Promise.resolve(revision.value) };
  const clock = { now: () => new Date('2026-09-18T15:00:00Z') };
  const connection = new UsdaConnection('live', 'http://127.0.0.1', null);
  return { repository, revision, service: new PriceHistoryService(connection, repository, revision, clock) };
}

test('simultaneous callers share one response, which is made once', async () => {
  const { repository, service } = aService();
  const found = await Promise.all(Array.from({ length: 20 }, () => service.response(QUERY, 'json', 'br')));
  const responses = found.map(({ ready }) => ready);
  expect(new Set(responses).size).toBe(1);
  expect(repository.asked).toEqual(['sizes', 'json * 2026-08-31 2026-09-14']);
  const text = brotliDecompressSync((await responses[0]?.body('br')) ?? Buffer.alloc(0)).toString();
  expect(parsePriceHistory(JSON.parse(text)).series.map(({ item, points }) => [item, points.length])).toEqual([
    ['item 0', 3],
    ['item 1', 3],
  ]);
});

test.each([
  ['no stored week', { from: '2026-01-05', to: '2026-02-02' }, false],
  ['weeks from two months after the first day', { from: '2026-06-29' }, false],
  ['every week', { from: '2026-08-31' }, true],
  ['all weeks but three', { from: '2026-08-10' }, true],
])('a history with %s, for the days %j, is complete: %s', async (_what, days, isComplete) => {
  const { service } = aService();
  expect((await service.response({ ...QUERY, ...days }, 'json', null)).isComplete).toBe(isComplete);
});

test('a request for other days returns only their weeks, cut from the stored years', async () => {
  const { service } = aService();
  const datesOf = async (from: string, to: string) => {
    const body = await (await service.response({ ...QUERY, from, to }, 'json', null)).ready.body(null);
    return parsePriceHistory(JSON.parse(body.toString())).series.map(({ points }) => points.map(({ date }) => date.slice(5)));
  };
  expect(await datesOf('2026-08-31', '2026-09-08')).toEqual([
    ['08-31', '09-07'],
    ['08-31', '09-07'],
  ]);
  expect(await datesOf('2026-09-02', '2026-09-08')).toEqual([['09-07'], ['09-07']]);
  expect(await datesOf('2026-09-08', '2026-09-13')).toEqual([]);
});

test('a new revision of the prices clears cached responses and weeks', async () => {
  const { repository, revision, service } = aService();
  const before = (await service.response(QUERY, 'json', null)).ready;
  revision.value = 'second';
  expect((await service.response(QUERY, 'json', null)).ready).not.toBe(before);
  expect(repository.asked.filter((word) => word === 'sizes')).toHaveLength(2);
});

test('a query that failed is retried', async () => {
  const { repository, service } = aService();
  repository.isDown = true;
  await expect(service.response(QUERY, 'json', null)).rejects.toThrow('the database is down');
  repository.isDown = false;
  expect((await service.response(QUERY, 'json', null)).ready.weight).toBeGreaterThan(0);
});

test('a request for too many points is rejected with a message before any are read, but a request for one of the items is allowed', async () => {
  const { repository, service } = aService(aRepository(8_334));
  await expect(service.response(QUERY, 'json', null)).rejects.toMatchObject({
    code: 'INVALID_QUERY',
    details: 'the response would have 25002 points, more than the maximum of 25000; name an item or a shorter period',
  });
  expect(repository.asked).toEqual(['sizes']);
  await service.response({ ...QUERY, item: 'item 7' }, 'json', null);
  expect(repository.asked.at(-1)).toBe('json item 7 2026-08-31 2026-09-14');
});
