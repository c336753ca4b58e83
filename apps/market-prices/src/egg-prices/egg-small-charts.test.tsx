import { screen } from '@testing-library/react';
import { priceItemKey, type PriceHistory, type PriceRecord } from '@site/contracts';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { EGGS } from './egg-kind.ts';
import { aPriceRecord } from '../prices/price-record.factory.ts';
import { SmallCharts } from '../weekly-report/small-charts.tsx';

const realFetch = globalThis.fetch;

const PRICES = [
  // The history's first week, exactly a year before the report, an isolated week, and the report's own week.
  [aPriceRecord({ type: 'Whole year' }), { '2025-09-08': 1, '2025-09-15': 2, '2026-03-02': 2.1, '2026-09-14': 2.5 }],
  [aPriceRecord({ type: 'Not a year ago' }), { '2025-09-08': 1, '2025-09-22': 2, '2026-09-14': 2.2 }],
  [aPriceRecord({ type: 'Since March' }), { '2026-03-02': 2, '2026-09-14': 2.002 }],
  [aPriceRecord({ type: 'Once' }), { '2026-09-14': 2 }],
] as const satisfies readonly (readonly [PriceRecord, Record<string, number>])[];

const HISTORY: PriceHistory = {
  source: 'live',
  attribution: 'USDA AMS Market News',
  licence: 'Public domain',
  series: PRICES.map(([record, prices]) => ({
    ...record,
    item: priceItemKey('egg', record),
    points: Object.entries(prices).map(([date, price_avg]) => ({
      date,
      price_avg,
      price_min: price_avg,
      price_max: price_avg,
      store_count: 100,
    })),
  })),
};

afterEach(() => {
  globalThis.fetch = realFetch;
});

test('each small chart says when it begins, the scale and the number of charts are correct, and an isolated week is a dot', async () => {
  globalThis.fetch = async () => Response.json(HISTORY);
  renderPage(<SmallCharts kind={EGGS} shown={PRICES.map(([record]) => record)} place="NATIONAL" />);
  const charts = await screen.findAllByRole('button');
  expect(charts.map(({ textContent }) => /[+−\d]+% [^:]*/.exec(textContent)?.[0])).toEqual([
    '+25% over the year',
    '+10% since its first week, Sep 22, 2025',
    '0% since its first week, Mar 2, 2026',
  ]);
  expect(screen.getByText(/^3 charts: .* a scale from 0% to \+25%/)).toBeTruthy();
  const line = charts[0]!.querySelector('path');
  expect(line?.getAttribute('d')).toMatch(/h0M.*h0M.*h0$/);
  expect(line?.getAttribute('stroke-linecap')).toBe('round');
});
