import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aHistory, openChart, panel, prices, RECORDS, stubBrowser } from './open-egg-chart.tsx';

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

stubBrowser();

const pageHeading = () => screen.getByRole('heading', { level: 1 });

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

test('a price history that hangs is requested again on Retry, which is offered after 8 seconds', async () => {
  jest.useFakeTimers();
  const responses = [new Promise<Response>(() => {}), undefined];
  openChart(undefined, () => responses.shift() ?? Promise.resolve(aHistory()));
  await act(() => jest.advanceTimersByTimeAsync(8_100));
  const retry = within(screen.getByRole('region', { name: 'Price history' })).getByRole('button', { name: 'Retry' });
  fireEvent.click(retry);
  jest.useRealTimers();
  expect(await screen.findByRole('button', { name: /^Remove Large White/ })).toBeTruthy();
});
