import { mostAdvertised, priceItemKey, weekPrice, weekPrices } from '@site/contracts';
import { BEEF } from '../beef-cut-prices/beef-kind.ts';
import { EGGS } from './egg-kind.ts';
import { aPriceRecord } from '../prices/price-record.factory.ts';

const WHITE = aPriceRecord({
  package_size: '18',
  price_min: 3,
  price_max: 6,
  price_avg: 4.5,
  price_change: 0.9,
  price_change_percent: 25,
});
const KEY = priceItemKey('egg', WHITE);

test('a price and its change are in the page’s unit; a percentage has no unit', () => {
  expect(weekPrice(EGGS, [WHITE], KEY, 'NATIONAL')).toMatchObject({
    range: { low: 2, high: 4, average: 3 },
    unit: 'per dozen',
    stores: 1_204,
    lastWeek: { percent: 25 },
  });
  expect(weekPrice(EGGS, [WHITE], KEY, 'NATIONAL')?.lastWeek?.dollars).toBeCloseTo(0.6, 10);
  expect(weekPrice(EGGS.inUnit('egg'), [WHITE], KEY, 'NATIONAL')?.lastWeek?.dollars).toBeCloseTo(0.05, 10);
});

test('rows of one item are combined: the mean and its change are weighted by stores, and the range covers all of them', () => {
  const beef = { commodity: 'Beef', price_unit: 'Per lb', package_size: 'Regular', price_change_percent: 0 };
  const rows = [
    aPriceRecord({ ...beef, price_avg: 6, price_min: 5, price_max: 7, store_count: 300, price_change: 1 }),
    aPriceRecord({ ...beef, price_avg: 10, price_min: 9, price_max: 12, store_count: 100, price_change: 5 }),
  ];
  const price = weekPrice(BEEF, rows, priceItemKey('beef', rows[0]!), 'NATIONAL');
  expect(price).toMatchObject({ range: { low: 5, high: 12, average: 7 }, stores: 400, lastWeek: { dollars: 2 } });
  expect(price?.lastWeek?.percent).toBeCloseTo(40, 10);
});

test('without a price for the previous week there is no change', () => {
  expect(weekPrice(EGGS, [aPriceRecord()], priceItemKey('egg', aPriceRecord()), 'NATIONAL')?.lastWeek).toBeNull();
});

test('there is no weekly price for an item without a price, or in a place without the item', () => {
  expect(weekPrice(EGGS, [aPriceRecord({ price_avg: null })], priceItemKey('egg', aPriceRecord()), 'NATIONAL')).toBeNull();
  expect(weekPrice(EGGS, [WHITE], KEY, 'Alaska')).toBeNull();
});

test('regions are sorted cheapest first, however the report spells their names', () => {
  const rows = [WHITE, { ...WHITE, region: 'SOUTH CENTRAL U.S.', price_avg: 3 }, { ...WHITE, region: 'Hawaii', price_avg: 9 }];
  expect(weekPrices(EGGS, rows, KEY).map(({ place, range }) => [place, range.average])).toEqual([
    ['Southcentral', 2],
    ['NATIONAL', 3],
    ['Hawaii', 6],
  ]);
});

test('the most advertised row has a price and passes the filter', () => {
  const rows = [
    aPriceRecord({ type: 'A', store_count: 9_000, price_avg: null }),
    aPriceRecord({ type: 'B', store_count: 8_000 }),
    aPriceRecord({ type: 'C', store_count: 7_000 }),
    aPriceRecord({ type: 'D', store_count: null }),
  ];
  expect(mostAdvertised(rows, () => true)?.type).toBe('B');
  expect(mostAdvertised(rows, ({ type }) => type !== 'B')?.type).toBe('C');
  expect(mostAdvertised(rows, ({ type }) => type === 'D')?.type).toBe('D');
  expect(mostAdvertised(rows, () => false)).toBeUndefined();
});
