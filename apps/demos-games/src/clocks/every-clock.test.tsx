import { act, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { Component as AnalogClock } from './analog-clock.page.tsx';
import { Component as Clocks } from './clocks.page.tsx';
import { Component as GolfClock } from './golf-clock.page.tsx';
import { Component as SatireClock } from './trump-clock.page.tsx';

const PAGES: readonly (readonly [string, ComponentType, number])[] = [
  ['analog-clock', AnalogClock, 1],
  ['trump-clock', SatireClock, 1],
  ['golf-clock', GolfClock, 1],
  ['clocks', Clocks, 6],
];

afterEach(() => {
  jest.useRealTimers();
});

test.each(PAGES)('%s names the zone that it cannot show, and shows the device’s own', (_name, Page) => {
  renderPage(<Page />, { address: '/?tz=Mars/Olympus' });
  expect(document.body.textContent).toMatch(/This browser knows no time zone “Mars\/Olympus”: the clocks? shows? your own\./);
});

test.each(PAGES)('the names of %s change once a minute, and no second is announced', (_name, Page) => {
  jest.useFakeTimers({ now: new Date(2026, 8, 14, 10, 8, 30) });
  renderPage(<Page />);
  const drawings = screen.getAllByRole('img').filter((drawing) => drawing.hasAttribute('aria-label'));
  expect(drawings.length).toBeGreaterThan(0);
  const names = new Set<string>();
  const announced = new Set<string>();
  for (let second = 0; second < 60; second += 1) {
    act(() => jest.advanceTimersByTime(1000));
    names.add(drawings.map((drawing) => drawing.getAttribute('aria-label')).join());
    announced.add([...document.querySelectorAll('[role=status], [aria-live]')].map((region) => region.textContent).join());
  }
  expect(names.size).toBe(2);
  expect(announced.size).toBe(1);
});
