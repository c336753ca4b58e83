import type { PriceSeries } from '@site/contracts';
import { priceHistoryQuery, type RegionHistory } from './get-price-history.ts';

const { refetchInterval } = priceHistoryQuery({ commodity: 'egg' }, 'NATIONAL', '2026-09-14');

const aHistory = (items: readonly string[]): RegionHistory => ({
  source: 'live',
  attribution: 'USDA',
  licence: 'Public domain',
  leftOut: { rows: 0, missing: [], unknown: [] },
  byItem: new Map(items.map((item) => [item, { item } as PriceSeries])),
});

test.each([
  ['no response', undefined, 0, false],
  ['a response without weeks', aHistory([]), 1, 5_000],
  ['six responses without weeks', aHistory([]), 6, false],
  ['weeks', aHistory(['large white']), 1, false],
])('after %s, the history is requested again after %s', (_what, data, dataUpdateCount, ms) => {
  expect(refetchInterval({ state: { data, dataUpdateCount } })).toBe(ms);
});
