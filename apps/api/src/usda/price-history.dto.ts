import { PriceHistorySchema } from '@site/contracts';
import { describeSchema } from '../http/api-schema.ts';

const DOLLARS = 'US dollars per price_unit';

export const History = describeSchema('PriceHistory', PriceHistorySchema, {
  attribution: { example: 'USDA Agricultural Marketing Service, Market News' },
  licence: { example: 'Public domain' },
  item: { example: 'egg|shell egg|large white|fresh|12|conventional||per carton' },
  region: { example: 'NATIONAL' },
  commodity: { example: 'egg' },
  section: { example: 'Shell Egg' },
  type: { example: 'Large White' },
  condition: { example: 'Fresh' },
  package_size: { example: '12' },
  environment: { example: 'Cage-Free' },
  quality_grade: { example: 'Choice' },
  price_unit: { example: 'Per Carton' },
  points: { description: 'Oldest first; a week without an advertisement has no point' },
  date: { example: '2026-09-14' },
  price_avg: { description: DOLLARS, example: 1.42 },
  price_min: { description: DOLLARS, example: 0.99 },
  price_max: { description: DOLLARS, example: 1.99 },
  store_count: { description: 'Stores that advertised the item in that week', example: 600 },
});
