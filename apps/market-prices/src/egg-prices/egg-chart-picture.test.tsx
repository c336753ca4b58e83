import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openChart, panel, stubBrowser } from './open-egg-chart.tsx';

stubBrowser();

const realObserver = globalThis.ResizeObserver;
const saved: Blob[] = [];

beforeEach(() => {
  saved.length = 0;
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${saved.push(file)}`, revokeObjectURL: () => {} });
  // jsdom does not download.
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
});

afterEach(() => {
  globalThis.ResizeObserver = realObserver;
  jest.restoreAllMocks();
});

function textOf(file: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.readAsText(file);
  });
}

/** The names in the picture, and how many of its lines are the mean: in the chart, and as the sample beside its name. */
async function takePicture() {
  await userEvent.click(await within(await panel()).findByRole('button', { name: 'Chart as SVG' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const picture = new DOMParser().parseFromString(await textOf(saved[0]!), 'image/svg+xml');
  const words = [...picture.querySelectorAll('text')].map(({ textContent }) => textContent).join(' ');
  return { words, means: [...picture.querySelectorAll('[data-mean]')].map((line) => line.getAttribute('d')) };
}

test('a picture of the chart names the mean, next to a sample of its line', async () => {
  openChart();
  const { words, means } = await takePicture();
  expect(words).toContain('National mean of positive prices, each item counted once: $2.50');
  expect(means).toEqual([expect.any(String), expect.stringMatching(/^M16 [\d.]+h28$/)]);
});

test('a picture of the percent change, which has no mean, does not name it', async () => {
  openChart();
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Charts in' }), 'percent change');
  const { words, means } = await takePicture();
  expect(words).toContain('the lines show percent change');
  expect(words).not.toContain('mean of positive prices');
  expect(means).toEqual(['']);
});
