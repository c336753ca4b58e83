import { EGGS } from './egg-kind.ts';
import { aPriceRecord } from '../prices/price-record.factory.ts';
import { groupItems, orderGroups } from '../weekly-report/item-groups.ts';

const change = (price_change: number, price_change_percent: number) => ({ price_change, price_change_percent });
const RECORDS = [
  aPriceRecord({ type: 'A', price_avg: 2, store_count: 10, ...change(0.2, 11) }),
  aPriceRecord({ type: 'A', price_avg: 1, region: 'Midwest' }),
  aPriceRecord({ type: 'A', price_avg: 4, region: 'Hawaii' }),
  aPriceRecord({ type: 'B', price_avg: 3, store_count: 90, ...change(-0.2, -6) }),
  aPriceRecord({ type: 'B', price_avg: 3.5, region: 'Alaska' }),
  aPriceRecord({ type: 'C', price_avg: 9, region: 'Hawaii' }),
];

test('an item forms one group with its regions cheapest first, whichever rows are shown', () => {
  const [a, b, c] = groupItems(EGGS, RECORDS, RECORDS, 'NATIONAL');
  expect(a).toMatchObject({ main: { range: { average: 2 } }, spread: 3 });
  expect(a?.regions.map(({ place }) => place)).toEqual(['Midwest', 'Hawaii']);
  expect(b).toMatchObject({ main: { range: { average: 3 } }, spread: null });
  expect(c).toMatchObject({ main: null, regions: [{ place: 'Hawaii' }] });
  const ofMidwest = groupItems(EGGS, RECORDS, RECORDS.slice(1, 2), 'Midwest');
  expect(ofMidwest).toMatchObject([{ main: { place: 'Midwest' }, regions: [{ place: 'Midwest' }, { place: 'Hawaii' }] }]);
});

test.each([
  ['stores', 'BAC'],
  ['cheapest', 'ABC'],
  ['most-expensive', 'BAC'],
  ['rise', 'ABC'],
  ['fall', 'BAC'],
  ['spread', 'ABC'],
] as const)('"%s" orders the items as %s', (order, types) => {
  const groups = groupItems(EGGS, RECORDS, RECORDS, 'NATIONAL');
  expect(
    orderGroups(groups, order)
      .map(({ record }) => record.type)
      .join(''),
  ).toBe(types);
});
