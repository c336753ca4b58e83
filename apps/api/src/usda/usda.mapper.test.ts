import { aMarsRow } from '../test-support/a-mars-row.ts';
import { mapPriceRows, splitByWeek } from './usda.mapper.ts';

const only = (columns: Record<string, unknown>) => mapPriceRows([aMarsRow(columns)]).records[0];

describe('mapPriceRows', () => {
  test('turns a row into a record of the contract, and nothing else', () => {
    expect(mapPriceRows([aMarsRow({ unknown_column: 'x' })])).toEqual({
      records: [
        {
          report_date: '2026-09-14',
          type: 'Large White',
          condition: 'Fresh',
          commodity: 'Egg',
          section: 'Shell Egg',
          package_size: '12',
          environment: 'Conventional',
          price_unit: 'Per Carton',
          price_min: 0.99,
          price_max: 1.99,
          price_avg: 1.42,
          region: 'NATIONAL',
          store_count: 600,
          quality_grade: null,
          price_change: null,
          price_change_percent: null,
        },
      ],
      droppedRows: 0,
    });
  });

  test('reads prices written as text, and rounds to cents', () => {
    expect(only({ price_avg: '$1,234.567', price_min: '1.00', price_max: null })).toMatchObject({
      price_avg: 1234.57,
      price_min: 1,
      price_max: null,
    });
  });

  test('turns cents into dollars, in the unit as well', () => {
    expect(only({ price_avg: 145.72, price_min: '120.00', price_max: 'N/A', price_unit: 'Cents Per Lb' })).toMatchObject({
      price_avg: 1.46,
      price_min: 1.2,
      price_max: null,
      price_unit: 'Per Lb',
    });
  });

  test('finds the columns under the names that related reports use', () => {
    const { price_avg: _a, price_min: _b, price_max: _c, store_count: _d, price_unit: _e, ...rest } = aMarsRow();
    const row = { ...rest, wtd_Avg_Price: 2.5, price_Range: '1.99 - 2.99', stores_with_Ads: '1,002', price_Unit: 'each' };
    expect(mapPriceRows([row]).records[0]).toMatchObject({
      price_avg: 2.5,
      price_min: 1.99,
      price_max: 2.99,
      store_count: 1002,
      price_unit: 'each',
    });
  });

  test('dates rows by the end of their week where no row has a report_date', () => {
    expect(only({ report_date: null })?.report_date).toBe('2026-09-18');
  });

  test('dates a row without report_date like the other rows of its week, and drops it where there are none', () => {
    const other = { report_date: null, report_begin_date: '09/05/2026', report_end_date: '09/11/2026' };
    const { records, droppedRows } = mapPriceRows([aMarsRow({ report_date: null }), aMarsRow(), aMarsRow(other)]);
    expect([records.map((record) => record.report_date), droppedRows]).toEqual([['2026-09-14', '2026-09-14'], 1]);
  });

  test.each([
    ['no date', { report_date: null, report_end_date: '', report_begin_date: null }],
    ['a date the calendar does not have', { report_date: '02/30/2026' }],
    ['no price', { price_avg: null, price_min: '', price_max: 'N/A' }],
    ['an ambiguous average', { price_avg: '2/5.00' }],
    ['an ambiguous lowest price', { price_min: '2/5.00' }],
    ['an ambiguous range', { price_min: null, price_max: null, price_range: '1-2-3' }],
  ])('drops and counts a row with %s', (_what, columns) => {
    expect(mapPriceRows([aMarsRow(columns), aMarsRow()])).toMatchObject({ records: [{ price_avg: 1.42 }], droppedRows: 1 });
  });

  test('counts a row only once even if it was sent twice, and does not report it as dropped', () => {
    const result = mapPriceRows([aMarsRow(), aMarsRow(), aMarsRow({ package_size: '18' })]);
    expect(result.records.map((record) => record.package_size)).toEqual(['12', '18']);
    expect(result.droppedRows).toBe(0);
  });

  test('normalizes type and region, and keeps a price of an item whose name is missing', () => {
    expect(only({ type: 'WHITE LARGE', region: 'SOUTH CENTRAL U.S.' })).toMatchObject({
      type: 'Large White',
      region: 'Southcentral',
    });
    expect(only({ type: '', region: null })).toMatchObject({ type: 'Not stated', region: 'Not stated', price_avg: 1.42 });
  });

  test('keeps markup as plain text of at most 500 characters', () => {
    const type = `<script>${'x'.repeat(600)}`;
    expect(only({ type })?.type).toBe(type.slice(0, 500));
  });
});

test('the newest week is separate, and the others follow, newest first', () => {
  const dates = ['08/31/2026', '09/14/2026', '09/07/2026', '09/14/2026'];
  const { records } = mapPriceRows(dates.map((report_date, index) => aMarsRow({ report_date, store_count: index })));
  const { newest, earlier } = splitByWeek(records);
  expect(newest.map((record) => record.store_count)).toEqual([1, 3]);
  expect(earlier.map((record) => record.report_date)).toEqual(['2026-09-07', '2026-08-31']);
});
