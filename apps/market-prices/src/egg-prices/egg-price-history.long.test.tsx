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
const panel = () => screen.findByRole('region', { name: 'Price history' });

afterEach(() => {
  globalThis.fetch = realFetch;
});

const prices = () => screen.getByRole('region', { name: 'Prices' });
const chartOf = (type: string) => screen.findByRole('button', { name: new RegExp(`^Chart: ${type}`) });

/** jsdom has no layout and does not scroll. */
const scrolled = { by: jest.fn(), to: jest.fn() };
beforeEach(() => {
  jest.clearAllMocks();
  window.scrollBy = scrolled.by;
  Element.prototype.scrollIntoView = scrolled.to;
});

test('the focus stays on the chart when a line is removed, and moves to the start of the rows when the whole chart is', async () => {
  openChart();
  const title = within(await panel()).getByRole('heading', { name: 'Price history' });
  await userEvent.click(await screen.findByRole('button', { name: /^Remove Large White/ }));
  expect(document.activeElement).toBe(title);
  await userEvent.click(screen.getByRole('button', { name: /^Remove Large Brown/ }));
  expect(screen.queryByRole('region', { name: 'Price history' })).toBeNull();
  expect(document.activeElement).toBe(prices());
  expect(scrolled.to).toHaveBeenCalledWith({ block: 'start', behavior: 'instant' });
});

for (const closing of ['Close the chart', /^Remove Large Brown/] as const) {
  test(`“${closing}” gives the focus back to the row whose button opened the chart`, async () => {
    openChart([]);
    await userEvent.click(await chartOf('Large Brown'));
    expect(document.activeElement).toBe(within(await panel()).getByRole('heading', { name: 'Price history' }));
    await userEvent.click(await within(await panel()).findByRole('button', { name: closing }));
    expect(screen.queryByRole('region', { name: 'Price history' })).toBeNull();
    expect(document.activeElement).toBe(await chartOf('Large Brown'));
    expect(scrolled.by).toHaveBeenCalledTimes(1);
  });
}

test('if the row has been filtered out in the meantime, the focus moves to the rows', async () => {
  openChart([]);
  await userEvent.click(await chartOf('Large Brown'));
  await panel();
  await userEvent.selectOptions(screen.getByLabelText('Filter by Egg Type'), 'White Eggs');
  await userEvent.click(screen.getByRole('button', { name: 'Close the chart' }));
  expect(document.activeElement).toBe(prices());
});

test('closing the answer’s chart focuses the rows, not a row clicked earlier', async () => {
  openChart([]);
  await userEvent.click(await chartOf('Large Brown'));
  await userEvent.click(within(await panel()).getByRole('button', { name: 'Close the chart' }));
  await userEvent.click(screen.getByRole('button', { name: 'Zoom and compare' }));
  await userEvent.click(within(await panel()).getByRole('button', { name: 'Close the chart' }));
  expect(document.activeElement).toBe(prices());
});
