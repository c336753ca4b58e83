import { isPerPound, itemDetails, ownUnit, scaleRange } from '@site/contracts';
import type { PriceKind } from '../prices/price-kind.ts';
import { priceText } from '../prices/price-text.ts';
import { findBeefCut } from './beef-cuts.ts';

/** Pounds per unit. */
const UNITS = { lb: 1, kg: 2.204_622_62 } as const;
type BeefUnit = keyof typeof UNITS;

const beefPer = (unit: BeefUnit): PriceKind => ({
  commodity: 'beef',
  slug: '3228',
  path: '/api/weekly-beef-report',
  pagePath: '/projects/beef-cut-prices',
  embedPath: '/embed/beef-cut-prices',
  reportTitle: 'Weekly Retail Beef Feature Activity',
  pageWords: 'beef cut prices',
  unit,
  units: ['lb', 'kg'],
  inUnit: (name) => (name === 'kg' ? BY_UNIT.kg : BY_UNIT.lb),
  itemHeader: 'Beef Cut',
  choiceParam: 'cut',
  hasExactMatch: true,
  hasWeeklyChange: true,
  isChoice: (value) => findBeefCut(value) !== undefined,
  read(item) {
    const isComparable = isPerPound(item);
    const text = priceText(item, isComparable ? UNITS[unit] : 1);
    if (text === '-') return { text, unit: null, asSold: null };
    return { text, unit: isComparable ? `per ${unit}` : ownUnit(item), asSold: null };
  },
  range: (item) => (isPerPound(item) ? scaleRange(item, UNITS[unit]) : null),
  details: (item) => itemDetails('beef', item),
});

const BY_UNIT: Readonly<Record<BeefUnit, PriceKind>> = { lb: beefPer('lb'), kg: beefPer('kg') };

export const BEEF = BY_UNIT.lb;
