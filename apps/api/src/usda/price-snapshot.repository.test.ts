import type { MarsRow } from './mars-sections.ts';
import { UnitOfWork } from '../database/unit-of-work.ts';
import { SettingEntity } from '../secrets/setting.entity.ts';
import { aDatabase } from '../test-support/a-database.ts';
import { aMarsRow } from '../test-support/a-mars-row.ts';
import { PriceRecorder } from './price-recorder.ts';
import { PriceRevision } from './price-revision.ts';
import { PriceSeriesEntity } from './price-series.entity.ts';
import { PriceSeriesRepository } from './price-series.repository.ts';
import { PriceSnapshotEntity } from './price-snapshot.entity.ts';
import { PriceSnapshotRepository } from './price-snapshot.repository.ts';
import { UsdaConnection } from './usda-connection.ts';
import { BEEF, EGGS } from './usda-requests.ts';
import { mapPriceRows, splitByWeek } from './usda.mapper.ts';

const [WITHDRAWN, STAYS] = ['Withdrawn', 'Large White'];
/** Prices that the corrected week keeps in other regions. */
const ELSEWHERE = ['Hawaii', 'Midwest'].map((region) => aMarsRow({ report_date: '09/14/2026', type: STAYS, region }));
/** Two weeks, two regions; the withdrawn item is in one region only in the week that is corrected. */
const ROWS = [
  aMarsRow({ report_date: '08/31/2026', type: WITHDRAWN }),
  ...['09/07/2026', '09/14/2026'].flatMap((week) => [
    aMarsRow({ report_date: week, type: STAYS }),
    aMarsRow({ report_date: week, type: WITHDRAWN }),
  ]),
  aMarsRow({ report_date: '09/14/2026', type: WITHDRAWN, region: 'Alaska' }),
  ...ELSEWHERE,
];
/** The two issues of the next response. */
const CORRECTED = [
  aMarsRow({ report_date: '09/07/2026', type: STAYS }),
  aMarsRow({ report_date: '09/07/2026', type: WITHDRAWN }),
  aMarsRow({ report_date: '09/14/2026', type: STAYS, price_avg: 1.5 }),
  ...ELSEWHERE,
];

async function aHistory() {
  const { database, remove } = await aDatabase();
  const [snapshots, points] = [database.getRepository(PriceSnapshotEntity), database.getRepository(PriceSeriesEntity)];
  const series = new PriceSeriesRepository(points);
  const revision = new PriceRevision(database.getRepository(SettingEntity), { now: () => new Date() });
  const prices = new PriceSnapshotRepository(snapshots, series, revision, new UnitOfWork(database));
  // As a server does at its first start, when it has written the series of no weeks.
  await revision.recordSeries('live', '');
  for (const { commodity } of [EGGS, BEEF]) await prices.keep('live', commodity, mapPriceRows(ROWS).records);

  return {
    database,
    prices,
    series,
    remove,
    /** Processes a response, as the job after each one does. */
    async receive(rows: readonly MarsRow[]): Promise<void> {
      const { records, droppedRows } = mapPriceRows(rows);
      const { newest, earlier } = splitByWeek(records);
      const fetchedAt = '2026-09-18T15:00:00.000Z';
      const value = { currentWeekData: newest, historicalData: earlier, source: 'live', fetchedAt, stale: false, droppedRows };
      const copies = { find: () => Promise.resolve({ value: value as never, fetchedAt }) }; // `find` is generic.
      const past = { fetchMissing: () => Promise.resolve() };
      const connection = new UsdaConnection('live', '', null);
      // Of the past prices only this method is called.
      await new PriceRecorder(connection, copies, prices, past as never).remember(EGGS, new AbortController().signal);
    },
    /** Weeks of the withdrawn item: those stored, and those in its series, by region. */
    async weeks(commodity: string): Promise<Record<string, [stored: string[], sent: string[]]>> {
      const found: Record<string, [string[], string[]]> = {};
      const where = { commodity, type: WITHDRAWN };
      for (const { region, week } of await snapshots.find({ where, order: { week: 'ASC' } }))
        (found[region] ??= [[], []])[0].push(week);
      for (const { region, json } of await points.findBy(where))
        (found[region] ??= [[], []])[1].push(...(JSON.parse(`[${json}]`) as { date: string }[]).map(({ date }) => date));
      return found;
    },
  };
}

let history: Awaited<ReturnType<typeof aHistory>>;
beforeEach(async () => {
  history = await aHistory();
});
afterEach(() => history.remove());

const BEFORE = ['2026-08-31', '2026-09-07'];
const ALL = [...BEFORE, '2026-09-14'];
const UNTOUCHED = { NATIONAL: [ALL, ALL], Alaska: [['2026-09-14'], ['2026-09-14']] };

test('a price that USDA withdraws from a week disappears from it; other weeks and reports stay as they are', async () => {
  expect(await history.weeks('egg')).toEqual(UNTOUCHED);
  await history.receive(CORRECTED);
  // The whole series of Alaska is gone: this was its only week.
  expect(await history.weeks('egg')).toEqual({ NATIONAL: [BEFORE, BEFORE] });
  expect(await history.weeks('beef')).toEqual(UNTOUCHED);
  const week = { commodity: 'egg', week: '2026-09-14', region: 'NATIONAL' };
  const rows = await history.database.getRepository(PriceSnapshotEntity).findBy(week);
  expect(rows.map(({ type, priceAvg }) => [type, priceAvg])).toEqual([[STAYS, 1.5]]);
});

test('nothing is removed if the response has a row that cannot be read: it may be one of those missing', async () => {
  await history.receive([...CORRECTED, aMarsRow({ type: WITHDRAWN, price_avg: '2/5.00', price_min: null, price_max: null })]);
  expect(await history.weeks('egg')).toEqual(UNTOUCHED);
});

test('nothing is removed if most of a week is missing: the response is incomplete', async () => {
  await history.receive(ELSEWHERE);
  expect(await history.weeks('egg')).toEqual(UNTOUCHED);
});

test('a failure removes nothing: the week is replaced as a whole or not at all', async () => {
  const { rewrite } = history.series;
  history.series.rewrite = () => Promise.reject(new Error('the disk is full'));
  await expect(history.receive(CORRECTED)).rejects.toThrow('the disk is full');
  history.series.rewrite = rewrite;
  expect(await history.weeks('egg')).toEqual(UNTOUCHED);
});

test('a price that was withdrawn while the series were out of date is in none of them when they are written again', async () => {
  await history.database
    .getRepository(SettingEntity)
    .update({ name: 'revision of the live prices' }, { value: 'of an earlier release' });
  await history.receive(CORRECTED);
  await history.series.rewriteAll('live');
  expect(await history.weeks('egg')).toEqual({ NATIONAL: [BEFORE, BEFORE] });
});
