import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { priceItemKey } from '@site/contracts';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { aPriceRecord, aWeeklyReport } from '../prices/price-record.factory.ts';
import { Component } from './egg-prices.page.tsx';
import { aHistory, panel, RECORDS, stubBrowser } from './open-egg-chart.tsx';

// The real chart measures itself, which jsdom does not support.
jest.mock('../history/line-chart.tsx', () => ({ LineChart: () => null }));

stubBrowser();

const chartRegion = async () => within(await panel()).findByRole<HTMLSelectElement>('combobox', { name: 'Chart region' });
const filter = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Region' });
const regions = () => within(screen.getByRole('table', { name: /^This week by region/ }));
const pressed = () => regions().getAllByRole('button', { pressed: true });

async function openMidwest() {
  const report = aWeeklyReport([...RECORDS, aPriceRecord({ region: 'Midwest' }), aPriceRecord({ region: 'Hawaii' })]);
  globalThis.fetch = async (input) => (String(input).startsWith('/api/price-history') ? aHistory() : Response.json(report));
  const search = new URLSearchParams({ item: priceItemKey('egg', aPriceRecord()), 'chart-region': 'Midwest' });
  renderPage(
    <main>
      <h1 tabIndex={-1}>EGG PRICES</h1>
      <Component />
    </main>,
    { address: `/projects/egg-prices?${search}` },
  );
  expect((await chartRegion()).value).toBe('Midwest');
}

test('a chart with a region of its own follows the list of regions, and a second press ends the choice', async () => {
  await openMidwest();
  await userEvent.click(regions().getByRole('button', { name: 'Hawaii' }));
  expect([(await chartRegion()).value, filter().value]).toEqual(['Hawaii', 'Hawaii']);
  await userEvent.selectOptions(await chartRegion(), 'Midwest');
  // Not the pressed one, although it is the filter's region.
  await userEvent.click(regions().getByRole('button', { name: 'Hawaii' }));
  expect([(await chartRegion()).value, filter().value]).toEqual(['Hawaii', 'Hawaii']);
  await userEvent.click(regions().getByRole('button', { name: 'Hawaii' }));
  expect([(await chartRegion()).value, filter().value]).toEqual(['NATIONAL', '']);
});

test('when the last line is removed, answer and list follow the filter again', async () => {
  await openMidwest();
  await userEvent.click(await screen.findByRole('button', { name: /^Remove / }));
  expect(screen.queryByRole('region', { name: 'Price history' })).toBeNull();
  expect(pressed().map(({ textContent }) => textContent)).toEqual(['NATIONAL']);
  expect(screen.getByRole('region', { name: 'Week of Sep 14, 2026' }).textContent).toContain('across the country');
});
