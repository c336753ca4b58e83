import { fireEvent, screen } from '@testing-library/react';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { Component as EggPage } from '../egg-prices/egg-prices.page.tsx';
import { Component as EggChart } from './egg-chart.page.tsx';

const realFetch = globalThis.fetch;

afterEach(() => {
  globalThis.fetch = realFetch;
  jest.restoreAllMocks();
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

test('a framed chart reports the height of its content, not of a placeholder, which follows the frame and would make it grow', async () => {
  let measure = () => {};
  const observer = class {
    constructor(onResize: () => void) {
      measure = onResize;
    }
    observe() {}
    disconnect() {}
  };
  Object.assign(window, { ResizeObserver: observer });
  const postMessage = jest.fn();
  // A cast, because only this member is used.
  jest.spyOn(window, 'parent', 'get').mockReturnValue({ postMessage } as unknown as Window);
  let answer = (_response: Response) => {};
  globalThis.fetch = () => new Promise((resolve) => (answer = resolve));
  renderPage(<EggChart />, { address: '/embed/egg-prices' });
  measure();
  expect(postMessage).not.toHaveBeenCalled();
  answer(Response.json({ error: 'Out of order' }, { status: 503 }));
  await screen.findByRole('alert');
  measure();
  expect(postMessage).toHaveBeenCalledTimes(1);
  expect(postMessage).toHaveBeenCalledWith({ embedHeight: expect.any(Number) }, '*');
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText(/^Loading/);
  measure();
  expect(postMessage).toHaveBeenCalledTimes(1);
});
