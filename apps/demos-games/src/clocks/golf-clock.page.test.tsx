import { act, screen } from '@testing-library/react';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { Component } from './golf-clock.page.tsx';
import { angle, clock } from './testing/one-clock.ts';
import { pass, startAt } from './testing/virtual-time.ts';

startAt(new Date(2026, 8, 14, 10, 8, 58, 400));

test('one image is the face and three are hands at the specified angles, which always turn forward, even from 59 to 0', () => {
  renderPage(<Component />);
  expect(clock().querySelectorAll('img')).toHaveLength(4);
  pass(600);
  expect([angle('hour'), angle('minute'), angle('second')]).toEqual([304, expect.closeTo(53.9, 6), 354]);
  pass(1000);
  expect([angle('hour'), angle('minute'), angle('second')]).toEqual([304.5, expect.closeTo(54, 6), 360]);
  expect(clock().getAttribute('aria-label')).toBe('Golf clock showing 10:09 AM');
});

test('the round button links to the home page', () => {
  renderPage(<Component />);
  expect(screen.getByRole('link', { name: 'Go home' }).getAttribute('href')).toBe('/');
});

test('when paused, it stops and says so', () => {
  const { motion } = renderPage(<Component />);
  pass(600);
  act(() => motion.setPaused(true));
  pass(5000);
  expect(angle('second')).toBe(354);
  expect(screen.getByRole('status').textContent).toBe('Paused: the clock stands still at the moment shown.');
  expect(clock().getAttribute('aria-label')).toBe('Golf clock, paused at 10:08 AM');
});

test('leaves no timer running', () => {
  const { unmount } = renderPage(<Component />);
  unmount();
  expect(jest.getTimerCount()).toBe(0);
});
