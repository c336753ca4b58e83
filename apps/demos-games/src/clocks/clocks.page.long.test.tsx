import { act, fireEvent, screen } from '@testing-library/react';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { Component } from './clocks.page.tsx';
import { angles, drawings, kolkata, MOMENT, names } from './testing/clocks-page.tsx';
import { pass, startAt } from './testing/virtual-time.ts';

startAt(MOMENT);

test('after the device wakes, all clocks are set at once', () => {
  kolkata();
  jest.setSystemTime(MOMENT + 3 * 3_600_000);
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
  expect(screen.getByRole('time').textContent).toBe('4:38:58 PM');
  expect(names()[4]).toBe('New York time showing 7:08 AM');
  expect(drawings().map(angles).flat().slice(0, 3)).toEqual([139, 233.8, 348]);
});

test('each clock has its own page, in the zone that the address names, with a link back to all clocks', () => {
  kolkata();
  const links = screen.getAllByRole('link', { name: / on a page of its own$/ });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    ['radar', 'geometric', 'dry-fluid', 'fluid', 'new-york', 'analog'].map(
      (id) => `/projects/clocks?tz=Asia%2FKolkata&clock=${id}`,
    ),
  );
  fireEvent.click(links[3]!);
  expect(names()).toEqual(['Fluid time showing 1:38 PM']);
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('FLUID TIME');
  expect(screen.getByRole('time').textContent).toBe('1:38:58 PM');
  fireEvent.click(screen.getByRole('link', { name: 'All clocks' }));
  expect(drawings()).toHaveLength(6);
});

test('New York’s own page shows New York’s time; an unknown clock shows all', () => {
  const { unmount } = renderPage(<Component />, { address: '/projects/clocks?clock=new-york&tz=Asia/Kolkata' });
  expect(names()).toEqual(['New York time showing 4:08 AM']);
  expect(screen.getByRole('time').textContent).toBe('4:08:58 AM');
  unmount();
  renderPage(<Component />, { address: '/projects/clocks?clock=cuckoo' });
  expect(drawings()).toHaveLength(6);
});

test('the time is announced politely on each request, and never by itself', () => {
  kolkata();
  const live = () => document.querySelector('[aria-live=polite]')!;
  pass(60_000);
  expect(live().textContent).toBe('');
  expect(live().closest('[hidden]')).toBeNull();
  const ask = () => fireEvent.click(screen.getByRole('button', { name: 'Say the time' }));
  ask();
  expect(live().textContent).toBe('It was 1:39:58 PM when you asked.');
  pass(1000);
  ask();
  expect(live().textContent).toBe('It was 1:39:59 PM when you asked.');
});
