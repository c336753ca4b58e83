import { act, screen, within } from '@testing-library/react';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { Component } from './sensor-dashboard.page.tsx';

function setOnline(online: boolean) {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  window.dispatchEvent(new Event(online ? 'online' : 'offline'));
}

afterEach(() => {
  jest.restoreAllMocks();
});

const facts = (card: string) => {
  const region = within(screen.getByRole('region', { name: card }));
  const names = region.getAllByRole('term').map((term) => term.textContent);
  const values = region.getAllByRole('definition').map((definition) => definition.textContent);
  return Object.fromEntries(names.map((name, index) => [name, values[index]]));
};

test('two cards read this device and this browser', () => {
  renderPage(<Component />);
  expect(Object.keys(facts('Device'))).toHaveLength(11);
  expect(facts('Device')).toMatchObject({ Platform: 'Unknown', Memory: 'Unknown', 'User agent': navigator.userAgent });
  expect(Object.keys(facts('Browser'))).toHaveLength(7);
  expect(facts('Browser')).toMatchObject({ 'Do not track': 'Not set', Product: 'Gecko' });
});

test('Online follows the connection, and going offline is said', () => {
  renderPage(<Component />);
  expect(facts('Device').Online).toBe('Yes');
  act(() => setOnline(false));
  expect(facts('Device').Online).toBe('No');
  expect(screen.getByRole('status').textContent).toBe('This device is offline.');
  act(() => setOnline(true));
  expect(facts('Device').Online).toBe('Yes');
  expect(screen.getByRole('status').textContent).toBe('');
});

test('listens no longer once it is left', () => {
  const removed = jest.spyOn(window, 'removeEventListener');
  const { unmount } = renderPage(<Component />);
  unmount();
  expect(removed.mock.calls.map(([type]) => type)).toEqual(
    expect.arrayContaining(['online', 'offline', 'languagechange', 'resize']),
  );
});

test('says what is not there yet, and that nothing leaves the device', () => {
  renderPage(<Component />);
  expect(screen.getByText('Nothing leaves this device.')).toBeTruthy();
  const note = screen.getByRole('region', { name: 'Being built' });
  for (const sensor of ['motion', 'sound', 'light', 'battery', 'location']) expect(note.textContent).toContain(sensor);
});
