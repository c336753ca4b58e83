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
