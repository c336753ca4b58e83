import { act, fireEvent, screen } from '@testing-library/react';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { Component } from './monet-paint.page.tsx';

beforeEach(() => {
  jest.useFakeTimers();
  const context = Object.fromEntries(
    ['fillRect', 'beginPath', 'moveTo', 'quadraticCurveTo', 'stroke'].map((name) => [name, () => {}]),
  );
  jest
    .spyOn(HTMLCanvasElement.prototype, 'getContext')
    .mockImplementation(((kind: string) => (kind === '2d' ? context : null)) as unknown as HTMLCanvasElement['getContext']);
  Object.assign(window, {
    ResizeObserver: class {
      observe() {}
      disconnect() {}
    },
  });
});

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  window.innerWidth = 1024;
  window.history.replaceState(null, '', '/');
});

const advance = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));
const accelerometer = () => screen.queryByRole('button', { name: 'ENABLE ACCELEROMETER' });

test('every control has its name; without WebGL the page says what hangs there instead', () => {
  renderPage(<Component />, { motionPaused: true });
  expect(screen.getByRole('heading', { name: 'Monet Paint' })).toBeTruthy();
  expect(screen.getByText('Swirling paint that flows with the tilt of the device.')).toBeTruthy();
  expect(screen.getByRole('application', { name: 'Picture of wet paint' })).toBeTruthy();
  expect(screen.getByRole('group', { name: 'Palette' })).toBeTruthy();
  const names = ['Pond at noon', 'Poppies', 'Dusk at sea', 'First frost', 'Night garden'];
  expect(screen.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual(names);
  expect(screen.getByRole('slider', { name: 'Brush' }).getAttribute('aria-valuetext')).toBe('7 % of the picture’s side');
  expect(screen.getByRole('slider', { name: 'Viscosity' }).getAttribute('aria-valuetext')).toBe('40 %, like oil');
  expect(screen.getByText(/^Draw with a finger, with several, or with the mouse; tilt a phone\./)).toBeTruthy();
  for (const name of ['Save PNG', 'Share', 'Reset']) expect(screen.getByRole('button', { name })).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('Paint: a still: this browser has no WebGL 2 for paint that flows.');
});

test('P turns the site’s motion off and on again; a letter with Control is the browser’s', () => {
  const { motion } = renderPage(<Component />);
  fireEvent.keyDown(window, { key: 'p' });
  expect(motion.isPaused()).toBe(true);
  fireEvent.keyDown(window, { key: 'P' });
  expect(motion.isPaused()).toBe(false);
  fireEvent.keyDown(window, { key: 'p', ctrlKey: true });
  expect(motion.isPaused()).toBe(false);
});

test('H hides the placard and shows it again', () => {
  renderPage(<Component />, { motionPaused: true });
  fireEvent.keyDown(window, { key: 'h' });
  expect(screen.queryByRole('heading', { name: 'Monet Paint' })).toBeNull();
  fireEvent.keyDown(window, { key: 'H' });
  expect(screen.getByRole('heading', { name: 'Monet Paint' })).toBeTruthy();
});

test('on a phone ENABLE ACCELEROMETER waits 500 ms for live motion, and goes when it comes', () => {
  window.innerWidth = 390;
  renderPage(<Component />);
  advance(499);
  expect(accelerometer()).toBeNull();
  advance(1);
  expect(accelerometer()).toBeTruthy();
  act(() => {
    window.dispatchEvent(Object.assign(new Event('deviceorientation'), { beta: 40, gamma: 10 }));
  });
  expect(accelerometer()).toBeNull();
});

test('a wide desktop window is never asked for its accelerometer', () => {
  window.innerWidth = 1440;
  renderPage(<Component />);
  advance(2000);
  expect(accelerometer()).toBeNull();
});

test('allowed, but no sensor answers: the page says that the paint flows by itself', async () => {
  window.innerWidth = 390;
  renderPage(<Component />);
  advance(500);
  await act(async () => {
    fireEvent.click(accelerometer()!);
    await jest.advanceTimersByTimeAsync(0);
  });
  advance(500);
  expect(screen.getByText('No motion sensor answers here, so the paint flows by itself and follows your finger.')).toBeTruthy();
});

test('the address sets palette, brush and viscosity', () => {
  window.history.replaceState(null, '', '/?palette=frost&brush=15&viscosity=0');
  renderPage(<Component />, { motionPaused: true });
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'First frost' }).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('slider', { name: 'Brush' }).value).toBe('15');
  expect(screen.getByRole('slider', { name: 'Viscosity' }).getAttribute('aria-valuetext')).toBe('0 %, like water');
});
