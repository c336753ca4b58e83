import { render, screen } from '@testing-library/react';
import { PageErrorBoundary } from './page-error-boundary.tsx';

function Broken(): never {
  throw new Error('no picture of the owner');
}

test('a page that threw says so, with the error as its technical details', () => {
  // React reports what a page threw.
  const consoleError = jest.spyOn(console, 'error').mockImplementation(() => {});
  render(
    <PageErrorBoundary>
      <Broken />
    </PageErrorBoundary>,
  );
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toContain('This page could not be shown');
  expect(alert.textContent).toContain('no picture of the owner');
  // The same fold as everywhere else on the site.
  expect(screen.getByText('Technical details').className).toBe('line strong title');
  expect(consoleError).toHaveBeenCalled();
  consoleError.mockRestore();
});
