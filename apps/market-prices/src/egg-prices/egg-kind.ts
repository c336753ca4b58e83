import { itemDetails } from '@site/contracts';
import type { PriceKind } from '../prices/price-kind.ts';
import { findEggType } from './egg-types.ts';
import { eggPrice, eggRange, type EggUnit } from './price-per-dozen.ts';

const UNITS = ['dozen', 'egg', 'carton'] as const satisfies readonly EggUnit[];

const eggsPer = (unit: EggUnit): PriceKind => ({
  commodity: 'egg',
  slug: '2757',
  path: '/api/weekly-egg-report',
  pagePath: '/projects/egg-prices',
  embedPath: '/embed/egg-prices',
  reportTitle: 'Weekly Retail Egg Feature Activity',
  pageWords: 'egg prices',
  unit,
  units: UNITS,
  inUnit: (name) => BY_UNIT[UNITS.find((one) => one === name) ?? 'dozen'],
  itemHeader: 'Egg Type',
  choiceParam: 'type',
  hasExactMatch: false,
  hasWeeklyChange: false,
  isChoice: (value) => findEggType(value) !== undefined,
  read(item) {
    const { text, unit: stated, asSold } = eggPrice(item, unit);
    return { text, asSold, unit: stated };
  },
  range: (item) => eggRange(item, unit),
  details: (item) => itemDetails('egg', item),
});

const BY_UNIT: Readonly<Record<EggUnit, PriceKind>> = {
  dozen: eggsPer('dozen'),
  egg: eggsPer('egg'),
  carton: eggsPer('carton'),
};

export const EGGS = BY_UNIT.dozen;
