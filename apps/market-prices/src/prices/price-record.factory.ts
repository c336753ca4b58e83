import type { PriceRecord, WeeklyReport } from '@site/contracts';

/** A row for tests: by default a dozen large white eggs, nationwide. */
export function aPriceRecord(fields: Partial<PriceRecord> = {}): PriceRecord {
  return {
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
    store_count: 1204,
    quality_grade: null,
    price_change: null,
    price_change_percent: null,
    ...fields,
  };
}

/** A row of one cut of beef. */
export const aCutOfBeef = (fields: Partial<PriceRecord> = {}): PriceRecord =>
  aPriceRecord({
    type: 'Chuck Roast, Boneless',
    commodity: 'Beef',
    section: 'Chuck',
    package_size: 'Regular',
    price_unit: 'Per lb',
    price_min: 5.99,
    price_max: 9.74,
    price_avg: 7.82,
    store_count: 6595,
    ...fields,
  });

export function aWeeklyReport(currentWeekData: readonly PriceRecord[], fields: Partial<WeeklyReport> = {}): WeeklyReport {
  return {
    currentWeekData: [...currentWeekData],
    historicalData: [],
    source: 'live',
    fetchedAt: '2026-09-18T14:05:00.000Z',
    stale: false,
    droppedRows: 0,
    ...fields,
  };
}
