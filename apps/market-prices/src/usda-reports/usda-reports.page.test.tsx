import { screen } from '@testing-library/react';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { Component } from './usda-reports.page.tsx';

const realFetch = globalThis.fetch;

afterEach(() => {
  globalThis.fetch = realFetch;
});

test('a failure that is not an Error reads "Unknown error occurred"', async () => {
  globalThis.fetch = () => Promise.reject('boom');
  renderPage(<Component />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Failed to load reports');
  expect(alert.querySelector('p')?.textContent).toBe('Unknown error occurred');
});

test('says that it is connecting', () => {
  globalThis.fetch = () => new Promise(() => {});
  renderPage(<Component />);
  expect(screen.getByText('Connecting to USDA API...')).toBeTruthy();
});
