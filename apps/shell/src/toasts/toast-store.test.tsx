import { act, fireEvent, screen } from '@testing-library/react';
import { renderSite } from '../testing/render-site.tsx';
import { createToastStore, TOAST_REMOVE_DELAY_MILLISECONDS } from './toast-store.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('the store', () => {
  test('holds one toast: a newer one replaces it', () => {
    const store = createToastStore({ setTimeout, clearTimeout });
    const first = store.add({ title: 'one' });
    const second = store.add({ title: 'two' });
    store.dismiss(first);
    expect(store.current()).toEqual({ id: second, title: 'two', open: true });
    store.update(second, { description: 'more' });
    expect(store.current()).toMatchObject({ title: 'two', description: 'more' });
  });

  test('keeps a closed toast for a million milliseconds at most', () => {
    const store = createToastStore({ setTimeout, clearTimeout });
    store.dismiss(store.add({ title: 'saved' }));
    jest.advanceTimersByTime(TOAST_REMOVE_DELAY_MILLISECONDS - 1);
    expect(store.current()).toMatchObject({ open: false });
    jest.advanceTimersByTime(1);
    expect(store.current()).toBeUndefined();
  });

  test('does not remove the toast that replaced a closed one', () => {
    const store = createToastStore({ setTimeout, clearTimeout });
    store.dismiss(store.add({ title: 'one' }));
    const id = store.add({ title: 'two' });
    jest.advanceTimersByTime(TOAST_REMOVE_DELAY_MILLISECONDS);
    expect(store.current()).toEqual({ id, title: 'two', open: true });
  });
});

test('a page can show a notification, and the visitor can dismiss it', async () => {
  const { services } = await renderSite('/projects');
  act(() => services.host.toast({ title: 'Saved to gallery!' }));
  await act(() => jest.advanceTimersByTimeAsync(0));
  expect(screen.getByText('Saved to gallery!', { selector: 'li *' })).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Notifications (F8)' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('Saved to gallery!', { selector: 'li *' })).toBeNull();
});
