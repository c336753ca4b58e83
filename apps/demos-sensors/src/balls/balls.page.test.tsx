import { act, fireEvent, screen } from '@testing-library/react';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { Component } from './balls.page.tsx';

let drawn = 0;

beforeEach(() => {
  jest.useFakeTimers();
  drawn = 0;
  const context = {
    fillRect: () => {
      drawn = 0;
    },
    drawImage: () => {
      drawn += 1;
    },
    createImageData: (width: number, height: number) => ({ width, height, data: new Uint8ClampedArray(4 * width * height) }),
    putImageData: () => {},
    beginPath: () => {},
    arc: () => {},
    fill: () => {},
  };
  // A cast, because these are all the members that the picture uses, and jsdom has no context.
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as unknown as RenderingContext);
  jest.spyOn(HTMLCanvasElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  jest.spyOn(HTMLCanvasElement.prototype, 'clientHeight', 'get').mockReturnValue(700);
  Object.assign(window, {
    matchMedia: () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }),
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

const readout = (name: string) => document.querySelector(`[data-readout=${name}]`)?.textContent;
const advance = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));

test('exactly 333 balls are drawn, and the placard says so', () => {
  renderPage(<Component />);
  expect(drawn).toBe(333);
  expect(readout('count')).toBe('333 balls');
  expect(readout('gravity')).toBe('0.20 px a tick², 90°');
  expect(screen.getByRole('heading', { name: '333 Balls' })).toBeTruthy();
  expect(screen.getByText('How it works')).toBeTruthy();
  expect(screen.getByText('Three hundred and thirty-three balls that fall where the phone tilts.')).toBeTruthy();
  expect(
    screen.getByText(/^Drag balls, one with each finger, and throw them; click to burst, tilt or shake a phone\./),
  ).toBeTruthy();
  expect(
    screen.getByText(/falls by 0\.2 pixels per tick squared.*two balls at 0\.9 of their speed, ball and wall at 0\.8\./),
  ).toBeTruthy();
});

test('while motion is paused the composed still stands, and Shake waits', () => {
  const { motion } = renderPage(<Component />, { motionPaused: true });
  expect(drawn).toBe(333);
  advance(1000);
  expect(readout('fastest')).toBe('0.0 px a tick');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Shake' }).disabled).toBe(true);
  act(() => motion.setPaused(false));
  advance(1500);
  expect(Number.parseFloat(readout('fastest') ?? '')).toBeGreaterThan(5);
  act(() => motion.setPaused(true));
  const then = readout('fastest');
  advance(1500);
  expect(readout('fastest')).toBe(then);
});

test('the slider goes from 333 to 33,333 and Reset comes back to 333', () => {
  renderPage(<Component />, { motionPaused: true });
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Number of balls' });
  expect([slider.min, slider.max, slider.value]).toEqual(['333', '33333', '333']);
  fireEvent.change(slider, { target: { value: '33333' } });
  expect(readout('count')).toBe('33,333 balls');
  expect(slider.getAttribute('aria-valuetext')).toBe('33,333 balls');
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
  expect(readout('count')).toBe('333 balls');
});

test('H hides the placard and shows it again', () => {
  renderPage(<Component />, { motionPaused: true });
  fireEvent.keyDown(window, { key: 'h' });
  expect(screen.queryByRole('heading', { name: '333 Balls' })).toBeNull();
  fireEvent.keyDown(window, { key: 'H' });
  expect(screen.getByRole('heading', { name: '333 Balls' })).toBeTruthy();
});

test('on a phone the placard begins folded and unfolds at a tap', () => {
  window.innerWidth = 390;
  renderPage(<Component />, { motionPaused: true });
  expect(screen.queryByRole('slider')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Unfold' }));
  expect(screen.getByRole('slider', { name: 'Number of balls' })).toBeTruthy();
});

test('Share hands the address on, to the system where it shares, to the clipboard where it does not', async () => {
  renderPage(<Component />, { motionPaused: true });
  const tap = () =>
    act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Share' }));
      await jest.advanceTimersByTimeAsync(0);
    });
  const writeText = jest.fn(() => Promise.resolve());
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  await tap();
  expect(writeText).toHaveBeenCalledWith(window.location.href);
  const shareIt = jest.fn(() => Promise.resolve());
  Object.defineProperty(navigator, 'share', { value: shareIt, configurable: true });
  await tap();
  expect(shareIt).toHaveBeenCalledWith({ title: '333 Balls', url: window.location.href });
  Reflect.deleteProperty(navigator, 'share');
  Reflect.deleteProperty(navigator, 'clipboard');
});

const motionButton = () => screen.queryByRole('button', { name: 'ENABLE MOTION' });
const tilt = () =>
  act(() => {
    window.dispatchEvent(Object.assign(new Event('deviceorientation'), { beta: 40, gamma: 10 }));
  });

test('on a phone ENABLE MOTION waits 500 ms for live motion, then appears until motion is live', () => {
  window.innerWidth = 390;
  renderPage(<Component />);
  advance(499);
  expect(motionButton()).toBeNull();
  advance(1);
  expect(motionButton()).toBeTruthy();
  tilt();
  expect(motionButton()).toBeNull();
});

test('a phone that has live motion never shows the button, nor does a wide desktop window', () => {
  window.innerWidth = 390;
  const phone = renderPage(<Component />);
  tilt();
  advance(500);
  expect(motionButton()).toBeNull();
  phone.unmount();
  window.innerWidth = 1440;
  renderPage(<Component />);
  advance(2000);
  expect(motionButton()).toBeNull();
});

test('a refusal says how to undo it, and the button stays', async () => {
  window.innerWidth = 390;
  const requestPermission = () => Promise.resolve('denied');
  Object.assign(window, { DeviceMotionEvent: { requestPermission }, DeviceOrientationEvent: { requestPermission } });
  renderPage(<Component />);
  advance(500);
  await act(async () => {
    fireEvent.click(motionButton()!);
    await jest.advanceTimersByTimeAsync(0);
  });
  expect(screen.getByRole('status').textContent).toBe(
    'Motion was refused. Allow motion sensors in this site’s browser settings, then tap again.',
  );
  expect(motionButton()).toBeTruthy();
  Reflect.deleteProperty(window, 'DeviceMotionEvent');
  Reflect.deleteProperty(window, 'DeviceOrientationEvent');
});

test('allowed, but no sensor answers within 500 ms: the page says that the balls fall straight down', async () => {
  window.innerWidth = 390;
  renderPage(<Component />);
  advance(500);
  await act(async () => {
    fireEvent.click(motionButton()!);
    await jest.advanceTimersByTimeAsync(0);
  });
  expect(screen.getByRole('status').textContent).toBe('');
  advance(500);
  expect(screen.getByRole('status').textContent).toBe('No motion sensor answers here, so the balls fall straight down.');
});

test('an address with a scenario shows that very picture and stands still', () => {
  window.history.replaceState(null, '', '/?scenario=drop&at=1');
  renderPage(<Component />);
  const fastest = readout('fastest');
  expect(Number.parseFloat(fastest ?? '')).toBeGreaterThan(5);
  advance(2000);
  expect(readout('fastest')).toBe(fastest);
});
