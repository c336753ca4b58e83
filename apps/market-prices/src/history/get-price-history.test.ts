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
  { what: 'no response', data: undefined, dataUpdateCount: 0, ms: false },
  { what: 'a response without weeks', data: aHistory([]), dataUpdateCount: 1, ms: 5_000 },
  { what: 'six responses without weeks', data: aHistory([]), dataUpdateCount: 6, ms: false },
  { what: 'weeks', data: aHistory(['large white']), dataUpdateCount: 1, ms: false },
])('after $what, the history is requested again after $ms', ({ data, dataUpdateCount, ms }) => {
  expect(refetchInterval({ state: { data, dataUpdateCount } })).toBe(ms);
});
