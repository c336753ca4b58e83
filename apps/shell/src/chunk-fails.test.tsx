import { act, fireEvent, screen } from '@testing-library/react';
import { renderSite } from './testing/render-site.tsx';

/** What a dropped connection does to code that is loaded on demand. */
jest.mock('./tips/tip-bubble.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});
jest.mock('./toasts/toast-region.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

test('a tip whose code does not load is not shown, and the page is unaffected', async () => {
  await renderSite('/projects');
  const menu = screen.getByRole('button', { name: 'Open menu' });
  fireEvent.pointerEnter(menu);
  await pass(700);
  await pass(0);
  expect(heading()).toBe('Projects');
  expect(screen.queryByRole('tooltip')).toBeNull();
  fireEvent.pointerLeave(menu);
  fireEvent.pointerEnter(menu);
  await pass(700);
  expect(screen.getByRole('button', { name: 'Open menu' })).toBe(menu);
});

test('a notification whose code does not load is shown as plain text for the same five seconds', async () => {
  const { services } = await renderSite('/projects');
  act(() => services.host.toast({ title: 'No link', description: 'This run is too long for a link.' }));
  await pass(0);
  expect(heading()).toBe('Projects');
  expect(screen.getByRole('alert').textContent).toBe('No link. This run is too long for a link.');
  await pass(4_000);
  act(() => services.host.toast({ title: 'Image copied' }));
  await pass(4_900);
  expect(screen.getByRole('alert').textContent).toBe('Image copied');
  await pass(100);
  expect(screen.queryByRole('alert')).toBeNull();
});
