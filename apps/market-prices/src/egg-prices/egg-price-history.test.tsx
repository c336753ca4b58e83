import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { priceItemKey, type PriceHistory } from '@site/contracts';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { Component } from './egg-prices.page.tsx';
import { aPriceRecord, aWeeklyReport } from '../prices/price-record.factory.ts';

/** How many times loading the chart's code fails; Jest requires the prefix `mock` for variables that a factory reads. */
let mockFailures = 0;
jest.mock('../history/history-panel.tsx', () => {
  if (mockFailures > 0) {
    mockFailures -= 1;
    throw new TypeError('Failed to fetch dynamically imported module');
  }
  return jest.requireActual('../history/history-panel.tsx');
});
// The real chart measures itself, which jsdom does not support.
jest.mock('../history/line-chart.tsx', () => ({ LineChart: () => null }));

const realFetch = globalThis.fetch;
const RECORDS = [aPriceRecord(), aPriceRecord({ type: 'Large Brown' })];
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

/** Eggs, with both items in the chart. */
function openChart(items = RECORDS) {
  globalThis.fetch = async (input) => {
    const isHistory = String(input).startsWith('/api/price-history');
    return Response.json(isHistory ? HISTORY : aWeeklyReport(RECORDS));
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

const pageHeading = () => screen.getByRole('heading', { level: 1 });
const panel = () => screen.findByRole('region', { name: 'Price history' });

afterEach(() => {
  globalThis.fetch = realFetch;
});

test('a chart whose code fails to load says so next to the prices, and Retry requests it again', async () => {
  mockFailures = 2;
  openChart();
  expect(await screen.findByRole('heading', { name: 'The chart could not be loaded' })).toBeTruthy();
  expect(screen.getByText('Its code could not be loaded. The rows below still show this week’s prices.')).toBeTruthy();
  expect(within(prices()).getAllByRole('row')).toHaveLength(1 + RECORDS.length);
  expect(screen.getByRole('button', { name: 'Reload the whole page' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(document.activeElement).toBe(pageHeading());
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await panel()).toBeTruthy();
  expect(screen.queryByText('The chart could not be loaded')).toBeNull();
  expect(mockFailures).toBe(0);
});

const prices = () => screen.getByRole('region', { name: 'Prices' });

/** jsdom has no layout and does not scroll. */
const scrolled = { by: jest.fn(), to: jest.fn() };
beforeEach(() => {
  jest.clearAllMocks();
  window.scrollBy = scrolled.by;
  Element.prototype.scrollIntoView = scrolled.to;
});
