import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openChart, panel, prices, stubBrowser } from './open-egg-chart.tsx';

// The real chart measures itself, which jsdom does not support.
jest.mock('../history/line-chart.tsx', () => ({ LineChart: () => null }));

const scrolled = stubBrowser();
const chartOf = (type: string) => screen.findByRole('button', { name: new RegExp(`^Chart: ${type}`) });

test('the focus stays on the chart when a line is removed, and moves to the button that opens it again when the whole chart is', async () => {
  openChart();
  const title = within(await panel()).getByRole('heading', { name: 'Price history' });
  await userEvent.click(await screen.findByRole('button', { name: /^Remove Large White/ }));
  expect(document.activeElement).toBe(title);
  await userEvent.click(screen.getByRole('button', { name: /^Remove Large Brown/ }));
  expect(screen.queryByRole('region', { name: 'Price history' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Zoom and compare' }));
  expect(scrolled.to).toHaveBeenCalledWith({ block: 'center', behavior: 'instant' });
});

for (const closing of ['Close the chart', /^Remove Large Brown/] as const) {
  test(`“${closing}” gives the focus back to the row whose button opened the chart`, async () => {
    openChart([]);
    await userEvent.click(await chartOf('Large Brown'));
    const chart = await panel();
    expect(document.activeElement).toBe(within(chart).getByRole('heading', { name: 'Price history' }));
    await userEvent.click(await within(chart).findByRole('button', { name: closing }));
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

test('closing the answer’s chart focuses the answer’s button, not a row clicked earlier', async () => {
  openChart([]);
  await userEvent.click(await chartOf('Large Brown'));
  await userEvent.click(within(await panel()).getByRole('button', { name: 'Close the chart' }));
  await userEvent.click(screen.getByRole('button', { name: 'Zoom and compare' }));
  await userEvent.click(within(await panel()).getByRole('button', { name: 'Close the chart' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Zoom and compare' }));
});
