import type { PriceKind, PricedItem } from '../prices/price-kind.ts';
import { ownUnit, priceText } from '../prices/price-text.ts';
import { findBeefCut } from './beef-cuts.ts';

const isPerPound = (item: PricedItem): boolean => /\b(?:lb|lbs|pound)\b/i.test(item.price_unit ?? '');

export const BEEF: PriceKind = {
  commodity: 'beef',
  slug: '3228',
  path: '/api/weekly-beef-report',
  pagePath: '/projects/beef-cut-prices',
  embedPath: '/embed/beef-cut-prices',
  reportTitle: 'Weekly Retail Beef Feature Activity',
  unit: 'lb',
  itemHeader: 'Beef Cut',
  choiceParam: 'cut',
  hasExactMatch: true,
  hasWeeklyChange: true,
  isChoice: (value) => findBeefCut(value) !== undefined,
  read(item) {
    const text = priceText(item);
    if (text === '-') return { text, unit: null, asSold: null };
    return { text, unit: isPerPound(item) ? 'per lb' : ownUnit(item), asSold: null };
  },
  range(item) {
    const { price_min: min, price_max: max, price_avg: average } = item;
    if (average === null || !isPerPound(item)) return null;
    return { low: min ?? average, high: max ?? average, average };
  },
  details: ({ condition, package_size, environment }) => [condition, package_size, environment].filter(Boolean).join(', '),
};
