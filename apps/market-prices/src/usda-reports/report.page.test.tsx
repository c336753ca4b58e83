import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReportSection } from '@site/contracts';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { Component } from './report.page.tsx';

const SECTION: ReportSection = {
  slug: '2850',
  title: 'Auction',
  discontinued: false,
  section: 'Report Details',
  sections: ['Report Header', 'Report Details'],
  rows: 2,
  issued: null,
  columns: [{ name: 'class', kind: 'category', values: ['Heifers', 'Steers'], cells: '0,1' }],
  facts: [],
  shortened: false,
  source: 'live',
  fetchedAt: '2026-09-18T15:00:00.000Z',
  stale: false,
};

const realFetch = globalThis.fetch;

afterEach(() => {
  globalThis.fetch = realFetch;
});

test('the tab of the current section keeps the filters in the address, and those of others do not', async () => {
  globalThis.fetch = async () => Response.json(SECTION);
  const path = '/projects/usda-reports/2850';
  renderPage(<Component />, { address: `${path}?is.class=Steers` });
  const tabs = within(await screen.findByRole('navigation', { name: 'Sections of the report' }));
  const current = tabs.getByRole('link', { name: 'Report Details' });
  expect(current.getAttribute('href')).toBe(`${path}/report-details?is.class=Steers`);
  expect(tabs.getByRole('link', { name: 'Report Header' }).getAttribute('href')).toBe(`${path}/report-header`);
  await userEvent.click(current);
  expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Class' })).value).toBe('Steers');
});
