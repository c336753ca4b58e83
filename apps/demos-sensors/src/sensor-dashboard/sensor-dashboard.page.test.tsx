import { act, fireEvent, screen, within } from '@testing-library/react';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { Component } from './sensor-dashboard.page.tsx';
import { give, undoAfterEach } from './testing/give.ts';

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  give(
    window,
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});
undoAfterEach();

const advance = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
const card = (name: string) => within(screen.getByRole('region', { name }));
const reading = (name: string) => screen.getByRole('region', { name }).querySelector('[data-part=reading]');
const facts = (name: string) => {
  const names = card(name)
    .getAllByRole('term')
    .map((term) => term.textContent);
  const values = card(name)
    .getAllByRole('definition')
    .map((definition) => definition.textContent);
  return Object.fromEntries(names.map((term, index) => [term, values[index]]));
};
function setOnline(online: boolean) {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  window.dispatchEvent(new Event(online ? 'online' : 'offline'));
}
async function showBattery(level: number, charging: boolean) {
  const battery = Object.assign(new EventTarget(), { level, charging });
  give(navigator, 'getBattery', async () => battery);
  renderPage(<Component />);
  await advance(250);
  return battery;
}

test('every specified card is there, in a browser that has none of the sensors', async () => {
  renderPage(<Component />);
  await advance(1000);
  const cards = screen.getAllByRole('region').map((region) => within(region).getByRole('heading', { level: 2 }).textContent);
  expect(cards).toEqual([
    'Recorder',
    'Level',
    'Compass',
    'Accelerometer',
    'Gyroscope',
    'Sound level',
    'Location',
    'Battery',
    'Brightness',
    'Proximity',
    'Temperature',
    'Pressure',
    'Humidity',
    'Device',
    'Browser',
  ]);
  expect(screen.getAllByText('Not supported by this browser')).toHaveLength(12);
  expect([...document.querySelectorAll('[data-part=reading]')].map((place) => place.textContent)).toEqual(Array(6).fill('—'));
  expect(screen.getByText('Nothing leaves this device.')).toBeTruthy();
  expect(screen.getByText('How it works')).toBeTruthy();
});

test('accelerometer x/y/z, gyroscope alpha/beta/gamma and the six fields of a location', () => {
  renderPage(<Component />);
  const rows = (name: string) =>
    card(name)
      .getAllByRole('rowheader')
      .map((header) => header.textContent);
  expect(rows('Accelerometer')).toEqual(['x m/s²', 'y m/s²', 'z m/s²']);
  expect(rows('Gyroscope')).toEqual(['alpha °/s', 'beta °/s', 'gamma °/s']);
  expect(facts('Location')).toEqual({
    Latitude: 'Not available',
    Longitude: 'Not available',
    Accuracy: 'Not available',
    Altitude: 'Not available',
    Speed: 'Not available',
    Heading: 'Not available',
  });
});

test('the footer starts with four crosses, drawn and in words', () => {
  renderPage(<Component />);
  const items = within(screen.getByLabelText('Permissions')).getAllByRole('listitem');
  expect(items.map((item) => item.textContent)).toEqual([
    'Motion not asked yet',
    'Audio not asked yet',
    'Camera not asked yet',
    'Location not asked yet',
  ]);
  for (const item of items) expect(item.querySelector('svg[aria-hidden=true]')).toBeTruthy();
  expect(new Set(items.map((item) => item.dataset['granted']))).toEqual(new Set(['false']));
});

test.each([
  [0.2, '20\u00a0%', true],
  [0.19, '19\u00a0%', true],
  [0.204, '20\u00a0%', false],
  [0.21, '21\u00a0%', false],
])('a battery at %s reads %s, red: %s', async (level, text, isRed) => {
  await showBattery(level, false);
  expect(reading('Battery')?.textContent).toBe(text);
  expect(reading('Battery')?.closest('[data-alert]') !== null).toBe(isRed);
  expect(card('Battery').getByText('Not charging')).toBeTruthy();
});

test('sixty samples per second cause five updates of the page per second', async () => {
  renderPage(<Component />);
  const updates = jest.fn();
  const observer = new MutationObserver(updates);
  observer.observe(screen.getByRole('region', { name: 'Accelerometer' }), {
    subtree: true,
    characterData: true,
    childList: true,
  });
  for (let sample = 0; sample < 120; sample += 1) {
    act(() => {
      const felt = { x: sample, y: 2 * sample, z: 3 * sample };
      window.dispatchEvent(Object.assign(new Event('devicemotion'), { accelerationIncludingGravity: felt }));
    });
    await advance(1000 / 60);
  }
  observer.disconnect();
  expect(updates.mock.calls.length).toBeGreaterThanOrEqual(9);
  expect(updates.mock.calls.length).toBeLessThanOrEqual(11);
});

test('plugging in is shown at once', async () => {
  const battery = await showBattery(0.5, false);
  Object.assign(battery, { charging: true });
  act(() => void battery.dispatchEvent(new Event('chargingchange')));
  await advance(250);
  expect(card('Battery').getByText('Charging')).toBeTruthy();
});

test('a distance under 5 cm is red, one of 5 cm is not', async () => {
  give(window, 'ondeviceproximity', null);
  renderPage(<Component />);
  const approach = async (value: number) => {
    act(() => void window.dispatchEvent(Object.assign(new Event('deviceproximity'), { value })));
    await advance(250);
  };
  await approach(4.9);
  expect(reading('Proximity')?.textContent).toBe('4.9\u00a0cm');
  expect(reading('Proximity')?.closest('[data-alert]')).not.toBeNull();
  expect(card('Proximity').getByText('Near')).toBeTruthy();
  await approach(5);
  expect(reading('Proximity')?.closest('[data-alert]')).toBeNull();
});

test('brightness reads the light sensor in lux', async () => {
  class Light extends EventTarget {
    illuminance = 300;
    start() {
      setTimeout(() => this.dispatchEvent(new Event('reading')), 10);
    }
    stop() {}
  }
  give(window, 'AmbientLightSensor', Light);
  renderPage(<Component />);
  await advance(250);
  expect(reading('Brightness')?.textContent).toBe('300\u00a0lx');
  expect(card('Brightness').getByText('Live')).toBeTruthy();
});

test.each([
  ['NotAllowedError', 'Blocked'],
  ['NotReadableError', 'No such sensor here'],
])('a light sensor that fails with %s is: %s', async (name, state) => {
  give(
    window,
    'AmbientLightSensor',
    jest.fn(() => {
      throw new DOMException('no', name);
    }),
  );
  renderPage(<Component />);
  await advance(700);
  expect(card('Brightness').getByText(state)).toBeTruthy();
});

test('diagnostics contain states and facts, and no readings', async () => {
  const written: string[] = [];
  give(navigator, 'clipboard', { writeText: async (text: string) => void written.push(text) });
  await showBattery(0.37, true);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Copy diagnostics' })));
  const diagnostics = JSON.parse(written[0] ?? '{}') as { cards: Record<string, { state: string }> };
  expect(Object.keys(diagnostics.cards)).toHaveLength(12);
  expect(diagnostics.cards['battery']).toEqual({ state: 'Live', reason: '' });
  expect(diagnostics.cards['humidity']?.state).toBe('Not supported by this browser');
  expect(diagnostics).toMatchObject({
    permissions: { camera: 'not asked yet' },
    device: { 'User agent': navigator.userAgent },
  });
});

test('if the clipboard is not available, the diagnostics are shown on the page to be copied by hand', async () => {
  renderPage(<Component />);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Copy diagnostics' })));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toContain('"permissions"');
});

test('the page says that motion is paused: drawings stop, numbers continue', () => {
  renderPage(<Component />, { motionPaused: true });
  expect(screen.getByText('Motion is paused: drawings stand still, numbers and recordings continue.')).toBeTruthy();
});

test('two cards show facts about this device and this browser', () => {
  renderPage(<Component />);
  expect(Object.keys(facts('Device'))).toHaveLength(11);
  expect(facts('Device')).toMatchObject({ Platform: 'Unknown', Memory: 'Unknown', 'User agent': navigator.userAgent });
  expect(Object.keys(facts('Browser'))).toHaveLength(7);
  expect(facts('Browser')).toMatchObject({ 'Do not track': 'Not set', Product: 'Gecko' });
});

test('Online follows the connection, and going offline is announced', () => {
  renderPage(<Component />);
  expect(facts('Device').Online).toBe('Yes');
  act(() => setOnline(false));
  expect(facts('Device').Online).toBe('No');
  expect(screen.getByText('This device is offline.')).toBeTruthy();
  act(() => setOnline(true));
  expect(facts('Device').Online).toBe('Yes');
  expect(screen.queryByText('This device is offline.')).toBeNull();
});

test('stops listening when the visitor leaves the page', () => {
  const removed = jest.spyOn(window, 'removeEventListener');
  const { unmount } = renderPage(<Component />);
  unmount();
  expect(removed.mock.calls.map(([type]) => type)).toEqual(
    expect.arrayContaining(['online', 'offline', 'languagechange', 'resize', 'devicemotion', 'deviceorientation']),
  );
});

test('the sound card says what its numbers are, and what they are not', () => {
  renderPage(<Component />);
  expect(card('Sound level').getByText(/^Percent is the mean of 128 frequency bins\./).textContent).toContain(
    'it is not calibrated to sound pressure.',
  );
});

test('no control is printed', () => {
  renderPage(<Component />);
  for (const control of screen.getAllByRole('button')) expect(control.closest('.screen-only')).not.toBeNull();
});
