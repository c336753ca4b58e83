import type { PriceKind } from '../prices/price-kind.ts';
import { findEggType } from './egg-types.ts';
import { dozenRange, eggPrice, eggsIn } from './price-per-dozen.ts';

function packageText(size: string | null): string | null {
  const eggs = eggsIn(size);
  return eggs === null ? size : `carton of ${eggs}`;
}

export const EGGS: PriceKind = {
  commodity: 'egg',
  slug: '2757',
  path: '/api/weekly-egg-report',
  pagePath: '/projects/egg-prices',
  embedPath: '/embed/egg-prices',
  reportTitle: 'Weekly Retail Egg Feature Activity',
  unit: 'dozen',
  itemHeader: 'Egg Type',
  choiceParam: 'type',
  hasExactMatch: false,
  hasWeeklyChange: false,
  isChoice: (value) => findEggType(value) !== undefined,
  read(item) {
    const { text, perDozen, unit, asSold } = eggPrice(item);
    return { text, asSold, unit: perDozen && text !== '-' ? 'per dozen' : unit };
  },
  range: dozenRange,
  details: ({ package_size, environment, condition }) =>
    [packageText(package_size), environment, condition].filter(Boolean).join(', '),
};
