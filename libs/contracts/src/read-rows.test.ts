import { readMarketReports } from './market-report.ts';
import { readPriceHistory } from './price-history.ts';
import { readWeeklyReport } from './price-report.ts';

const ROW = {
  report_date: '2026-09-14',
  type: 'Large White',
  condition: 'Fresh',
  commodity: 'Egg',
  section: 'Shell Egg',
  package_size: '12',
  environment: 'Conventional',
  price_unit: 'Per Carton',
  price_min: null,
  price_max: null,
  price_avg: 2.5,
  region: 'NATIONAL',
  store_count: 1_204,
  quality_grade: null,
  price_change: null,
  price_change_percent: null,
};
const ENVELOPE = {
  historicalData: [],
  source: 'live',
  fetchedAt: '2026-09-18T14:05:00.000Z',
  stale: false,
  droppedRows: 0,
};
const without = (row: object, ...fields: string[]) =>
  Object.fromEntries(Object.entries(row).filter(([field]) => !fields.includes(field)));

test('a complete report is read without omissions', () => {
  const { report, leftOut } = readWeeklyReport({ ...ENVELOPE, currentWeekData: [ROW] });
  expect(report).toEqual({ ...ENVELOPE, currentWeekData: [ROW] });
  expect(leftOut).toEqual({ rows: 0, missing: [], unknown: [] });
});

test('an optional field that is missing or has an unknown form reads as not stated', () => {
  const rows = [without(ROW, 'quality_grade', 'price_change'), { ...ROW, store_count: 'many' }];
  const { report, leftOut } = readWeeklyReport({ ...ENVELOPE, currentWeekData: rows });
  expect(report.currentWeekData).toEqual([ROW, { ...ROW, store_count: null }]);
  expect(leftOut).toEqual({ rows: 0, missing: ['quality_grade', 'price_change', 'store_count'], unknown: [] });
});

test('an unknown field is dropped and named', () => {
  const { report, leftOut } = readWeeklyReport({ ...ENVELOPE, currentWeekData: [{ ...ROW, lean_percent: 80 }], page: 1 });
  expect(report.currentWeekData).toEqual([ROW]);
  expect(leftOut).toEqual({ rows: 0, missing: [], unknown: ['lean_percent'] });
});

test('rows without a date and values that are not rows are dropped and counted', () => {
  const rows = [without(ROW, 'report_date'), ROW, null, 'row', { ...ROW, report_date: 'Monday' }];
  const { report, leftOut } = readWeeklyReport({ ...ENVELOPE, currentWeekData: rows });
  expect(report.currentWeekData).toEqual([ROW]);
  expect(leftOut.rows).toBe(4);
});

test('an envelope without an age is stale', () => {
  const envelope = without(ENVELOPE, 'stale', 'droppedRows', 'historicalData');
  expect(readWeeklyReport({ ...envelope, currentWeekData: [ROW] }).report).toEqual({
    ...ENVELOPE,
    stale: true,
    currentWeekData: [ROW],
  });
});

test.each([
  null,
  [],
  {},
  { ...ENVELOPE },
  { ...ENVELOPE, currentWeekData: 'none' },
  without({ ...ENVELOPE, currentWeekData: [] }, 'source'),
])('a value that is not a weekly report is refused: %#', (value) => {
  expect(() => readWeeklyReport(value)).toThrow('not a weekly price report');
});

test('a history keeps its readable series and points', () => {
  const series = {
    ...without(ROW, 'quality_grade'),
    item: 'egg',
    points: [{ date: '2026-09-14', price_avg: 2.5 }, { price_avg: 3 }],
  };
  const { history, leftOut } = readPriceHistory({
    source: 'live',
    attribution: 'USDA',
    licence: 'Public domain',
    series: [series, { item: 'no type' }],
  });
  expect(history.series).toHaveLength(1);
  expect(history.series[0]).toMatchObject({
    type: 'Large White',
    quality_grade: null,
    points: [{ date: '2026-09-14', price_avg: 2.5, price_min: null, price_max: null, store_count: null }],
  });
  expect(leftOut.rows).toBe(2);
  expect(leftOut.missing).toEqual(['quality_grade', 'price_min', 'price_max', 'store_count']);
});

test('a list keeps reports that lack optional fields', () => {
  const { reports, leftOut } = readMarketReports([{ report_id: '1', report_title: 'Beef', weekly: true }, {}, 7]);
  expect(reports).toMatchObject([{ report_id: '1', report_title: 'Beef', market: null, discontinued: false }]);
  expect(leftOut.rows).toBe(2);
  expect(leftOut.unknown).toEqual(['weekly']);
});
