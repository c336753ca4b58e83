import { act, fireEvent, screen } from '@testing-library/react';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { advance, stubCanvas, testExhibit } from '../testing/exhibit-page.tsx';
import { Component } from './balls.page.tsx';

let drawn = 0;

stubCanvas(() => ({
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
}));

beforeEach(() => {
  drawn = 0;
  localStorage.clear();
  window.history.replaceState(null, '', '/');
  jest.spyOn(HTMLCanvasElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  jest.spyOn(HTMLCanvasElement.prototype, 'clientHeight', 'get').mockReturnValue(700);
});

testExhibit({
  Component,
  title: '333 Balls',
  enableMotion: 'ENABLE MOTION',
  motionMissing: 'No motion sensor responded, so the balls fall straight down.',
});

const readout = (name: string) => document.querySelector(`[data-readout=${name}]`)?.textContent;

test('exactly 333 balls are drawn, and the placard says so', () => {
  renderPage(<Component />);
  expect(drawn).toBe(333);
  expect(readout('count')).toBe('333 balls');
  expect(readout('gravity')).toBe('0.20 px/tick², 90°');
  expect(screen.getByRole('heading', { name: '333 Balls' })).toBeTruthy();
  expect(screen.getByText('How it works')).toBeTruthy();
  expect(screen.getByText('Three hundred and thirty-three balls that fall whichever way you tilt the phone.')).toBeTruthy();
  const words = [
    'Drag balls, one with each finger, and throw them; click for a burst; tilt or shake a phone. While the tray has focus: arrow keys push, Space bursts, S shakes, R starts over; H hides this placard.',
    'Sixty times a second, gravity adds 0.2 pixels per tick to the speed of every ball, in eight substeps, or up to sixteen where balls are fast. In each one a grid finds the neighbors, overlapping balls are pushed apart, and fast contacts bounce: two balls keep 0.9 of their speed, a ball at a wall 0.8. Energy that the pushing adds is removed again, so it never rises by itself, and a pile that rests for a second falls asleep.',
  ];
  for (const text of words) expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Tray', 'Work', 'Fastest', 'Gravity']);
});

test('while motion is paused the initial picture is shown and Shake is disabled', () => {
  const { motion } = renderPage(<Component />, { motionPaused: true });
  expect(drawn).toBe(333);
  advance(1000);
  expect(readout('fastest')).toBe('0.0 px/tick');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Shake' }).disabled).toBe(true);
  act(() => motion.setPaused(false));
  advance(1500);
  expect(Number.parseFloat(readout('fastest') ?? '')).toBeGreaterThan(5);
  act(() => motion.setPaused(true));
  const then = readout('fastest');
  expect(readout('frame')).toBe('idle');
  advance(1500);
  expect(readout('fastest')).toBe(then);
});

test('the slider goes from 333 to 33,333 and Reset returns to 333', () => {
  renderPage(<Component />, { motionPaused: true });
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Number of balls' });
  expect([slider.min, slider.max, slider.value]).toEqual(['333', '33333', '333']);
  fireEvent.change(slider, { target: { value: '33333' } });
  expect(readout('count')).toBe('33,333 balls');
  expect(slider.getAttribute('aria-valuetext')).toBe('33,333 balls');
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
  expect(readout('count')).toBe('333 balls');
});

test('Share passes the address to the system’s share sheet, or copies it where there is none', async () => {
  renderPage(<Component />, { motionPaused: true });
  const tap = () =>
    act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Share' }));
      await jest.advanceTimersByTimeAsync(0);
    });
  const writeText = jest.fn(() => Promise.resolve());
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  await tap();
  const link = new URL('?seed=333&balls=333&tilt=90&gravity=0.20', window.location.href).href;
  expect(writeText).toHaveBeenCalledWith(link);
  const shareIt = jest.fn(() => Promise.resolve());
  Object.defineProperty(navigator, 'share', { value: shareIt, configurable: true });
  await tap();
  expect(shareIt).toHaveBeenCalledWith({ title: '333 Balls', url: link });
  Reflect.deleteProperty(navigator, 'share');
  Reflect.deleteProperty(navigator, 'clipboard');
});

test('an opened link sets number, tilt and gravity and passes them on to the next link; Reset restores the defaults', async () => {
  window.history.replaceState(null, '', '/?seed=7&balls=1333&tilt=0&gravity=0.10');
  renderPage(<Component />, { motionPaused: true });
  expect(screen.getByRole<HTMLInputElement>('slider', { name: 'Number of balls' }).value).toBe('1333');
  expect([readout('count'), readout('gravity')]).toEqual(['1,333 balls', '0.10 px/tick², 0°']);
  const writeText = jest.fn(() => Promise.resolve());
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Share' }));
    await jest.advanceTimersByTimeAsync(0);
  });
  expect(writeText).toHaveBeenCalledWith(window.location.href);
  Reflect.deleteProperty(navigator, 'clipboard');
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
  expect([readout('count'), readout('gravity')]).toEqual(['333 balls', '0.20 px/tick², 90°']);
});

test('an invalid link opens the default simulation', () => {
  window.history.replaceState(null, '', '/?seed=x&balls=none&tilt=%E0%A4%A&gravity=');
  renderPage(<Component />, { motionPaused: true });
  expect([readout('count'), readout('gravity')]).toEqual(['333 balls', '0.20 px/tick², 90°']);
});

test('the figures can be closed, stay closed on this device, and are up to date when they are shown again', () => {
  const figures = () => screen.getByRole('switch', { name: 'Engine figures' });
  const isHidden = () => document.querySelector('[data-readout=count]')!.closest('[hidden]') !== null;
  const { unmount } = renderPage(<Component />, { motionPaused: true });
  expect(isHidden()).toBe(false);
  fireEvent.click(figures());
  expect(isHidden()).toBe(true);
  unmount();
  renderPage(<Component />, { motionPaused: true });
  expect(isHidden()).toBe(true);
  fireEvent.change(screen.getByRole('slider', { name: 'Number of balls' }), { target: { value: '2333' } });
  fireEvent.click(figures());
  expect(isHidden()).toBe(false);
  expect(readout('count')).toBe('2,333 balls');
});

test('an address with a scenario shows exactly that picture, without motion', () => {
  window.history.replaceState(null, '', '/?scenario=drop&at=1');
  renderPage(<Component />);
  const fastest = readout('fastest');
  expect(Number.parseFloat(fastest ?? '')).toBeGreaterThan(5);
  advance(2000);
  expect(readout('fastest')).toBe(fastest);
});
