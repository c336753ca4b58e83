import type { PriceSeries } from '@site/contracts';
import { activityOf, storedActivity } from './activity-index.ts';
import { aPriceRecord } from '../prices/price-record.factory.ts';

const aSeries = (stores: Record<string, number | null>): PriceSeries => {
  const { report_date: _, price_change: __, price_change_percent: ___, store_count: ____, ...item } = aPriceRecord();
  const points = Object.entries(stores).map(([date, store_count]) => ({
    date,
    price_avg: 2,
    price_min: null,
    price_max: null,
    store_count,
  }));
  return { ...item, item: 'a', points };
};

test('the index adds up the stores of national rows only, however USDA spells the word', () => {
  const rows = [
    aPriceRecord({ store_count: 10 }),
    aPriceRecord({ store_count: 5, region: 'National' }),
    aPriceRecord({ store_count: null }),
    aPriceRecord({ store_count: 100, region: 'Midwest' }),
  ];
  expect(activityOf(rows)).toBe(15);
  expect(activityOf([])).toBe(0);
});

test('an earlier week is included if it is stored', () => {
  const stored = [aSeries({ '2025-09-15': 4, '2026-09-07': 7 }), aSeries({ '2026-09-07': 1, '2026-08-31': null })];
  expect(storedActivity(stored, '2026-09-07')).toBe(8);
  expect(storedActivity(stored, '2026-08-31')).toBe(0);
  expect(storedActivity(stored, '2026-09-14')).toBeNull();
});
