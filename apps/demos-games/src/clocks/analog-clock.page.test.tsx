import { act, fireEvent, screen } from '@testing-library/react';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { Component } from './analog-clock.page.tsx';
import { angle, clock } from './testing/one-clock.ts';
import { pass, startAt } from './testing/virtual-time.ts';

startAt(new Date(2026, 8, 14, 10, 8, 58, 400));

const written = () => screen.getByRole('time');
const step = () => clock().dataset.step;

test('shows the current time before the first tick', () => {
  renderPage(<Component />);
  expect([angle('hour'), angle('minute'), angle('second')]).toEqual([304, 53.8, 348]);
  expect(written().textContent).toBe('10:08:58 AM');
  expect(written().getAttribute('datetime')).toBe('10:08:58');
});

test('ticks on the second of the device’s clock, and forward from 59 to 0', () => {
  renderPage(<Component />);
  pass(599);
  expect(angle('second')).toBe(348);
  pass(1);
  expect(angle('second')).toBe(354);
  pass(1000);
  expect(written().textContent).toBe('10:09:00 AM');
  expect(angle('second')).toBe(360);
  expect(angle('minute')).toBeCloseTo(54, 6);
  expect(step()).toBe('tick');
  pass(1000);
  expect(angle('second')).toBe(366);
});

test('after the device wakes, the hands are set at once, without animation', () => {
  renderPage(<Component />);
  jest.setSystemTime(new Date(2026, 8, 14, 13, 30, 20, 0));
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
  expect(written().textContent).toBe('1:30:20 PM');
  expect(angle('second') % 360).toBeCloseTo(120, 6);
  expect(step()).toBe('set');
});

test('when paused, it stops and says so; when resumed, it shows the right time again', () => {
  const { motion } = renderPage(<Component />);
  pass(600);
  act(() => motion.setPaused(true));
  expect(screen.getByRole('status').textContent).toBe('Paused: the clock stands still at the moment shown.');
  expect(clock().getAttribute('aria-label')).toBe('Analog clock, paused at 10:08 AM');
  pass(10_000);
  expect(angle('second')).toBe(354);
  expect(written().textContent).toBe('10:08:59 AM');
  act(() => motion.setPaused(false));
  expect(written().textContent).toBe('10:09:09 AM');
  expect(angle('second') % 360).toBeCloseTo(54, 6);
});

test('when opened while motion is paused, it shows the time at which it was opened', () => {
  renderPage(<Component />, { motionPaused: true });
  pass(5000);
  expect(written().textContent).toBe('10:08:58 AM');
  expect(angle('second')).toBe(348);
});

test('ticks by default; in sweep mode the hand travels to the next second and stops in between when paused', () => {
  const { motion } = renderPage(<Component />);
  const option = screen.getByRole('switch', { name: 'Sweeping second hand' }) as HTMLInputElement;
  expect(option.checked).toBe(false);
  pass(600);
  fireEvent.click(option);
  expect(step()).toBe('sweep');
  expect(angle('second')).toBe(360);
  pass(1500);
  act(() => motion.setPaused(true));
  expect(step()).toBe('set');
  expect(angle('second') % 360).toBeCloseTo(3, 6);
});

test('leaves no timer running', () => {
  const { unmount } = renderPage(<Component />);
  unmount();
  expect(jest.getTimerCount()).toBe(0);
});

test('no control is printed', () => {
  renderPage(<Component />);
  for (const control of screen.getAllByRole('button')) expect(control.closest('.screen-only')).not.toBeNull();
});
