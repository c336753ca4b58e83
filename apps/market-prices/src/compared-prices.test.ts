import { comparedPrices } from '@site/contracts';
import { BEEF } from './beef-cut-prices/beef-kind.ts';
import { EGGS } from './egg-prices/egg-kind.ts';
import { aPriceRecord } from './prices/price-record.factory.ts';

const UNITS = ['Per Carton', 'Per Dozen', 'per lb', 'Per Lb.', 'each', '8 oz', null];
const SIZES = ['12', '18', '30 ct', '16 oz', null];
const PRICES = [
  { price_avg: 3, price_min: 2, price_max: 4 },
  { price_avg: 3, price_min: null, price_max: null },
  { price_avg: null, price_min: null, price_max: null },
];

test.each([EGGS, BEEF])('the server reads $commodity prices as the page does with its default unit', (kind) => {
  const reader = comparedPrices(kind.commodity);
  for (const price_unit of UNITS)
    for (const package_size of SIZES)
      for (const prices of PRICES) {
        const item = aPriceRecord({ price_unit, package_size, ...prices });
        expect([reader.range(item), reader.read(item).unit]).toEqual([kind.range(item), kind.read(item).unit]);
      }
});
