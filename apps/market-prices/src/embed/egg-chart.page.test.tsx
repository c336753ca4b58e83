import { screen } from '@testing-library/react';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { Component as EggPage } from '../egg-prices/egg-prices.page.tsx';
import { Component as EggChart } from './egg-chart.page.tsx';

const realFetch = globalThis.fetch;

afterEach(() => {
  globalThis.fetch = realFetch;
});

test.each([
  ['a page', EggPage, 'This site’s server could not provide the report. The other pages still work.'],
  ['a framed chart, which has no other pages,', EggChart, 'This site’s server could not provide the report.'],
])('after a server failure %s says what still works', async (_, Component, words) => {
  globalThis.fetch = async () => Response.json({ error: 'Out of order' }, { status: 503 });
  renderPage(<Component />, { address: '/embed/egg-prices' });
  const alert = await screen.findByRole('alert');
  expect([...alert.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual(['Failed to fetch report: 503', words]);
});
