import type { Page } from '@playwright/test';
import { aRow, aSeries, CHUCK_ROAST } from './prices.ts';

export const BEEF = '/projects/beef-cut-prices';
export const OTHERS = ['Flank Steak', 'Rump Roast', 'Skirt Steak', 'Tri-Tip Roast'];

const keyOf = (type: string) => CHUCK_ROAST.replace('chuck roast, boneless', type.toLowerCase());

export const ROWS = [
  aRow(),
  aRow({ region: 'Hawaii', price_avg: 9.7, price_min: 9, price_max: 10.5, store_count: 65 }),
  aRow({ region: 'Midwest', price_avg: 7.27, price_min: 6, price_max: 8, store_count: 1 }),
  ...OTHERS.map((type) => aRow({ type, store_count: 10 })),
];

/** 2026-08-31 is missing, so that the line must break. */
const NATIONAL = { '2026-08-17': 7, '2026-08-24': 6, '2026-09-07': 8, '2026-09-14': 7.82 };

export const seriesOf = (region: string) =>
  region === 'NATIONAL'
    ? [
        aSeries(NATIONAL),
        ...OTHERS.map((type, index) =>
          aSeries({ '2026-08-24': 10 + index, '2026-09-14': 10 + index }, { type, item: keyOf(type) }),
        ),
      ]
    : [aSeries({ '2026-09-07': 9, '2026-09-14': 9.7 }, { region })];

export const slider = (page: Page) => page.getByRole('slider', { name: 'Week in the chart' });
export const panel = (page: Page) => page.getByRole('region', { name: 'Price history' });
