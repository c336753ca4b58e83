import { act, screen } from '@testing-library/react';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import words from '../../content/satire-clock.json';
import { angle, clock } from './testing/one-clock.ts';
import { pass, startAt } from './testing/virtual-time.ts';
import { Component } from './trump-clock.page.tsx';

startAt(new Date(2026, 8, 14, 10, 59, 58, 400));

test('the poster’s hands are at the specified angles and turn forward past the hour', () => {
  renderPage(<Component />);
  pass(600);
  expect([angle('hour'), angle('minute'), angle('second')]).toEqual([329.5, expect.closeTo(359.9, 6), 354]);
  pass(1000);
  expect([angle('hour'), angle('minute'), angle('second')]).toEqual([330, expect.closeTo(360, 6), 360]);
  expect(clock().getAttribute('aria-label')).toBe('Satire clock showing 11:00 AM');
});

test('its words come from the content file and change with minute and hour', () => {
  renderPage(<Component />);
  expect(screen.getByText(words.slogan)).toBeTruthy();
  expect(screen.getByText(words.smallPrint)).toBeTruthy();
  expect(screen.getByText(words.hourBoast.replace('{hour}', '10'))).toBeTruthy();
  expect(screen.getByText(words.boasts[659 % words.boasts.length]!)).toBeTruthy();
  pass(1600);
  expect(screen.getByRole('time').getAttribute('datetime')).toBe('11:00');
  expect(screen.getByText(words.hourBoast.replace('{hour}', '11'))).toBeTruthy();
  expect(screen.getByText(words.boasts[660 % words.boasts.length]!)).toBeTruthy();
});

test('when paused, it stops and says so', () => {
  const { motion } = renderPage(<Component />);
  pass(600);
  act(() => motion.setPaused(true));
  pass(120_000);
  expect(angle('second')).toBe(354);
  expect(screen.getByRole('time').getAttribute('datetime')).toBe('10:59');
  expect(clock().getAttribute('aria-label')).toBe('Satire clock, paused at 10:59 AM');
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
