import { screen } from '@testing-library/react';
import { priceItemKey, type PriceHistory } from '@site/contracts';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { aPriceRecord, aWeeklyReport } from '../prices/price-record.factory.ts';
import { Component } from './egg-prices.page.tsx';

export const RECORDS = [aPriceRecord(), aPriceRecord({ type: 'Large Brown' })];
const HISTORY: PriceHistory = {
  source: 'live',
  attribution: 'USDA AMS Market News',
  licence: 'Public domain',
  series: RECORDS.map((record) => ({
    ...record,
    item: priceItemKey('egg', record),
    points: [{ date: '2026-09-14', price_avg: 2.5, price_min: 2, price_max: 3, store_count: 100 }],
  })),
};

export const aHistory = (): Response => Response.json(HISTORY);

/** Adds what jsdom lacks before each test in the file, and restores `fetch` after it. Returns the mocks that record scrolling. */
export function stubBrowser() {
  const realFetch = globalThis.fetch;
  // jsdom has no layout and does not scroll.
  const scrolled = { by: jest.fn(), to: jest.fn() };
  beforeEach(() => {
    jest.clearAllMocks();
    window.scrollBy = scrolled.by;
    Element.prototype.scrollIntoView = scrolled.to;
  });
  afterEach(() => {
    globalThis.fetch = realFetch;
  });
  return scrolled;
}

/** Opens the egg prices with these items in the chart. */
export function openChart(items = RECORDS, history = async () => aHistory()): void {
  globalThis.fetch = async (input) => {
    const isHistory = String(input).startsWith('/api/price-history');
    return isHistory ? history() : Response.json(aWeeklyReport(RECORDS));
  };
  const chosen = new URLSearchParams(items.map((record) => ['item', priceItemKey('egg', record)]));
  const address = `/projects/egg-prices?rows=all&${chosen}`;
  renderPage(
    <main>
      <h1>EGG PRICES</h1>
      <Component />
    </main>,
    { address },
  );
}

export const panel = () => screen.findByRole('region', { name: 'Price history' });
export const prices = () => screen.getByRole('region', { name: 'Prices' });
