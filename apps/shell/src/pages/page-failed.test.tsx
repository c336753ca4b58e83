import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { PageFailed } from './page-failed.tsx';

function Broken(): never {
  throw new Error('no picture of the owner');
}

test('a page that threw says so, and with what words', async () => {
  // React and the router both report what a page threw.
  jest.spyOn(console, 'error').mockImplementation(() => {});
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  const router = createMemoryRouter([{ path: '/', element: <Broken />, errorElement: <PageFailed />, handle: {} }]);
  render(<RouterProvider router={router} />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('This page could not be shown');
  expect(alert.textContent).toContain('no picture of the owner');
  // A fold as everywhere on the site.
  expect(screen.getByText('Technical reason').className).toBe('title');
  jest.restoreAllMocks();
});
