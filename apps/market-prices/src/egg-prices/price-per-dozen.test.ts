import { aPriceRecord } from '../prices/price-record.factory.ts';
import { priceText } from '../prices/price-text.ts';
import { eggsIn } from '@site/contracts';
import { eggPrice, eggRange } from './price-per-dozen.ts';

test.each([
  ['12', 3, '$3.00', '$3.00 per carton of 12'],
  ['18', 4.5, '$3.00', '$4.50 per carton of 18'],
  ['20', 5, '$3.00', '$5.00 per carton of 20'],
  ['30', 7.5, '$3.00', '$7.50 per carton of 30'],
  ['60', 15, '$3.00', '$15.00 per carton of 60'],
])('a carton of %s at %d dollars costs $3.00 per dozen', (package_size, price_avg, text, asSold) => {
  expect(eggPrice(aPriceRecord({ package_size, price_avg }))).toEqual({
    isCounted: true,
    text,
    unit: 'per dozen',
    asSold,
  });
});

test('a range is computed per dozen, with the range of the carton beneath', () => {
  expect(eggPrice(aPriceRecord({ package_size: '18', price_min: 2.99, price_max: 5.99, price_avg: 4 }))).toMatchObject({
    text: '$1.99 - $3.99',
    asSold: '$2.99 - $5.99 per carton of 18',
  });
});

test('a liquid product keeps its own unit', () => {
  expect(eggPrice(aPriceRecord({ package_size: '16 oz', price_avg: 3.49 }))).toEqual({
    isCounted: false,
    text: '$3.49',
    unit: 'per carton, 16 oz',
    asSold: null,
  });
});

test('a price that USDA already states per dozen is not divided again', () => {
  expect(eggPrice(aPriceRecord({ package_size: '18', price_unit: 'Per Doz', price_avg: 3 }))).toMatchObject({
    text: '$3.00',
    isCounted: true,
  });
});

test('an item without a unit or size says that its unit is not stated', () => {
  expect(eggPrice(aPriceRecord({ package_size: null, price_unit: null, price_avg: 3 })).unit).toBe('unit not stated');
});

test.each([
  ['min and max differ', { price_min: 1, price_max: 2, price_avg: 1.5 }, '$1.00 - $2.00'],
  ['min and max are equal', { price_min: 2, price_max: 2, price_avg: 2 }, '$2.00'],
  ['only the average exists', { price_min: null, price_max: null, price_avg: 1.999 }, '$2.00'],
  ['only min exists besides the average', { price_min: 1, price_max: null, price_avg: 1.5 }, '$1.50'],
  ['min is zero', { price_min: 0, price_max: 2, price_avg: 1 }, '$0.00 - $2.00'],
  ['nothing exists', { price_min: null, price_max: null, price_avg: null }, '-'],
  ['only min exists', { price_min: 1, price_max: null, price_avg: null }, '-'],
])('price text when %s', (_case, prices, text) => {
  expect(priceText(aPriceRecord(prices))).toBe(text);
});

test('a range that rounds to one price per dozen is shown as one price', () => {
  expect(eggPrice(aPriceRecord({ package_size: '60', price_min: 10, price_max: 10.01 })).text).toBe('$2.00');
});

test('a missing price carries no unit and no carton', () => {
  const none = { price_avg: null };
  expect(eggPrice(aPriceRecord(none))).toMatchObject({ text: '-', asSold: null });
  expect(eggPrice(aPriceRecord({ ...none, package_size: '32 oz' }))).toMatchObject({ text: '-', unit: null });
});

test.each([
  ['12', 12],
  [' 18 ct', 18],
  ['60 Count', 60],
  ['16 oz', null],
  ['32oz', null],
  ['0', null],
  [null, null],
  ['', null],
])('package "%s" holds %s eggs', (size, eggs) => {
  expect(eggsIn(size)).toBe(eggs);
});

test('drawn prices are per dozen too, and only drawn if they can be compared', () => {
  expect(eggRange(aPriceRecord({ package_size: '18', price_min: 3, price_max: 6, price_avg: 4.5 }))).toEqual({
    low: 2,
    high: 4,
    average: 3,
  });
  expect(eggRange(aPriceRecord({ package_size: '30', price_avg: 5 }))).toEqual({ low: 2, high: 2, average: 2 });
  expect(eggRange(aPriceRecord({ package_size: '18', price_unit: 'per dozen', price_avg: 3 }))).toMatchObject({ average: 3 });
  expect(eggRange(aPriceRecord({ package_size: '16 oz' }))).toBeNull();
  expect(eggRange(aPriceRecord({ price_avg: null }))).toBeNull();
});

test.each([
  ['egg', '$0.25', 'per egg', '$4.50 per carton of 18'],
  ['carton', '$4.50', 'per carton of 18', null],
] as const)('the same carton per %s', (unit, text, words, asSold) => {
  const carton = aPriceRecord({ package_size: '18', price_avg: 4.5 });
  expect(eggPrice(carton, unit)).toEqual({ isCounted: true, text, unit: words, asSold });
  expect(eggRange(carton, unit)?.average.toFixed(2)).toBe(text.slice(1));
});

test('the price per egg is a twelfth of the price per dozen, and the price per carton divided by its size', () => {
  const dozen = aPriceRecord({ package_size: '18', price_unit: 'Per Doz', price_avg: 3 });
  expect([eggRange(dozen, 'egg')?.average, eggRange(dozen, 'carton')?.average]).toEqual([0.25, 4.5]);
});
