import { act, fireEvent, screen } from '@testing-library/react';
import { Link } from '@site/router';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { Component } from './clocks.page.tsx';
import { angles, drawings, kolkata, MOMENT, names } from './testing/clocks-page.tsx';
import { pass, startAt } from './testing/virtual-time.ts';

const LABELS = ['RADAR TIME', 'GEOMETRIC TIME', 'DRY FLUID TIME', 'FLUID TIME', 'NEW YORK TIME', 'ANALOG CLOCK'];

startAt(MOMENT);

test('the six drawings have the specified labels, in order', () => {
  kolkata();
  expect(screen.getAllByRole('heading', { level: 2 }).map((label) => label.textContent)).toEqual(LABELS);
  expect(drawings()).toHaveLength(6);
});

test('the zone in the address sets the time and five drawings; New York keeps its own', () => {
  kolkata();
  expect(screen.getByRole('time').textContent).toBe('1:38:58 PM');
  expect(screen.getByText('Asia/Kolkata', { selector: 'p' })).toBeTruthy();
  expect(names()).toEqual([
    'Radar time showing 1:38 PM',
    'Geometric time showing 1:38 PM',
    'Dry fluid time showing 1:38 PM',
    'Fluid time showing 1:38 PM',
    'New York time showing 4:08 AM',
    'Analog clock showing 1:38 PM',
  ]);
});

test('on the second the hands of all six are at the specified angles', () => {
  kolkata();
  pass(600);
  const home = [49, 233.9, 354];
  expect(drawings().map(angles)).toEqual([home, home, home, home, [124, 53.9, 354], home]);
  pass(1000);
  const next = [49.5, 234, 0];
  expect(drawings().map(angles)).toEqual([next, next, next, next, [124.5, 54, 0], next]);
});

test('sand, echo and sky follow the time', () => {
  kolkata();
  pass(600);
  const [radar, , dry, , newYork] = drawings();
  const pouredCount = (channel: string) => dry!.querySelectorAll(`[data-channel=${channel}][data-poured=true]`).length;
  expect([pouredCount('hour'), pouredCount('minute'), pouredCount('second')]).toEqual([8, 38, 59]);
  expect(Number(radar!.style.getPropertyValue('--minute-echo'))).toBeCloseTo(1 - 0.45 * (120.1 / 360), 3);
  expect(newYork!.dataset['sky']).toBe('night');
  expect(newYork!.style.getPropertyValue('--sun')).toBe('242deg');
});

test('when paused, all stop and say so; when resumed, all are right at once', () => {
  const { motion } = kolkata();
  pass(600);
  act(() => motion.setPaused(true));
  const still = drawings().map(angles);
  pass(10_000);
  expect(drawings().map(angles)).toEqual(still);
  expect(names()[0]).toBe('Radar time, paused at 1:38 PM');
  act(() => motion.setPaused(false));
  expect(angles(drawings()[0]!)).toEqual([49.5, 234.9, 54]);
  expect(screen.getByRole('time').textContent).toBe('1:39:09 PM');
});

test('paused clocks show their moment in another zone that the address names later', () => {
  const page = (
    <>
      <Component />
      <Link to="/projects/clocks?tz=America/New_York">elsewhere</Link>
    </>
  );
  renderPage(page, { address: '/projects/clocks?tz=Asia/Kolkata', motionPaused: true });
  expect([screen.getByRole('time').textContent, names()[0]]).toEqual(['1:38:58 PM', 'Radar time, paused at 1:38 PM']);
  pass(5_000);
  fireEvent.click(screen.getByRole('link', { name: 'elsewhere' }));
  expect(screen.getByRole('time').textContent).toBe('4:08:58 AM');
  expect(names().map((name) => name?.split(', ')[1])).toEqual(Array(6).fill('paused at 4:08 AM'));
  expect(angles(drawings()[0]!)).toEqual([124, 53.8, 348]);
  expect(screen.getByText('America/New York', { selector: 'p' })).toBeTruthy();
});

test('an unknown zone is named, and the device’s own time is shown', () => {
  renderPage(<Component />, { address: '/projects/clocks?tz=Mars/Olympus' });
  expect(screen.getByText(/not know the time zone “Mars\/Olympus”/)).toBeTruthy();
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ');
  expect(screen.getByText(own, { selector: 'p' })).toBeTruthy();
});

test('New York on its own page keeps its zone, whatever the address requests, and does not claim to show the visitor’s', () => {
  renderPage(<Component />, { address: '/projects/clocks?clock=new-york&tz=Mars/Olympus' });
  expect(screen.getByText('America/New York')).toBeTruthy();
  expect(screen.queryByText(/your own/)).toBeNull();
});

test('one switch makes all six sweep, and it is off at first', () => {
  kolkata();
  const option = screen.getByRole('switch', { name: 'Sweeping second hand' }) as HTMLInputElement;
  expect(option.checked).toBe(false);
  pass(600);
  expect(drawings().map((drawing) => drawing.dataset['step'])).toEqual(Array<string>(6).fill('tick'));
  fireEvent.click(option);
  expect(drawings().map((drawing) => drawing.dataset['step'])).toEqual(Array<string>(6).fill('sweep'));
});

test('leaves no timer running', () => {
  const { unmount } = kolkata();
  unmount();
  expect(jest.getTimerCount()).toBe(0);
});

test('no control is printed', () => {
  renderPage(<Component />);
  for (const control of screen.getAllByRole('button')) expect(control.closest('.screen-only')).not.toBeNull();
});
