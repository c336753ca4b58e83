import { act, screen } from '@testing-library/react';
import { renderSite } from '../testing/render-site.tsx';

test('with a network, it is the site that does not respond; without one, the page needs a connection', async () => {
  const network = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  await renderSite('/offline?from=%2Fcontact');
  expect(await screen.findByText('The site is not responding. The page will open by itself once it does.')).toBeTruthy();
  network.mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(screen.getByText('This page needs a connection. It will open by itself once you are back online.')).toBeTruthy();
});

test.each([
  ['/contact', '/contact'],
  ['/projects/egg-prices?type=Large#chart', '/projects/egg-prices?type=Large#chart'],
  ['/.//elsewhere.example', '//elsewhere.example'],
])('the requested page %s is offered by its whole address, which stays on this site', async (from, path) => {
  await renderSite(`/offline?from=${encodeURIComponent(from)}`);
  const link = await screen.findByRole('link', { name: 'Try again' });
  expect(link.getAttribute('href')).toBe(window.location.origin + path);
});

test.each([
  '//elsewhere.example',
  '/\t/elsewhere.example',
  '/\n/elsewhere.example',
  '/\\elsewhere.example',
  'javascript:alert(1)',
  '//[',
  '',
  '/offline',
])('the page does not lead to %j', async (from) => {
  await renderSite(`/offline?from=${encodeURIComponent(from)}`);
  expect(await screen.findByRole('heading', { level: 1, name: 'Offline' })).toBeTruthy();
  await screen.findByRole('heading', { level: 2 });
  expect(screen.queryByRole('link', { name: 'Try again' })).toBeNull();
});
