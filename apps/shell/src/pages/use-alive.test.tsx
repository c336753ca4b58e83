import { act, fireEvent, screen } from '@testing-library/react';
import { idleLoader } from '../federation/page-load.ts';
import { aBoot, aCard, aRemote, aRoute } from '../testing/boot.ts';
import { renderSite } from '../testing/render-site.tsx';

const route = aRoute({ still: 'clock', alive: true });
const remote = aRemote({ routes: [route] });
const boot = aBoot({ cards: [aCard()], remotes: [remote] });

/** Sets which media queries match. */
function media(matching: RegExp | undefined): void {
  window.matchMedia = (query) =>
    Object.assign(new EventTarget(), { media: query, matches: matching?.test(query) ?? false }) as MediaQueryList;
}

/** The projects page, with a pointer that rests on its card. */
async function setUp(isPaused = false) {
  const drawing = jest.fn(() => new Promise<never>(() => {}));
  await renderSite('/projects', { boot, loader: { ...idleLoader, drawing } });
  if (isPaused) fireEvent.click(screen.getByRole('button', { name: 'Pause motion' }));
  const card = screen.getAllByRole('listitem').find((item) => item.querySelector('img'));
  if (!card) throw new Error('no card');
  // This document has no pointer.
  Object.assign(card, { matches: () => true });
  fireEvent.pointerEnter(card);
  await act(() => import('../alive/alive-cards.ts'));
  await act(() => jest.advanceTimersByTimeAsync(150));
  return drawing;
}

beforeEach(() => {
  jest.useFakeTimers();
  localStorage.clear();
  media(undefined);
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(navigator, 'connection');
});

test('a mouse that rests on a card loads the module that draws its exhibit', async () => {
  expect((await setUp()).mock.calls).toEqual([[remote, route]]);
});

test.each([/prefers-reduced-motion/, /prefers-reduced-data/])('with %s nothing is loaded', async (query) => {
  media(query);
  expect(await setUp()).not.toHaveBeenCalled();
});

test('while the data saver is on nothing is loaded', async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  expect(await setUp()).not.toHaveBeenCalled();
});

test('while motion is paused nothing is loaded', async () => {
  expect(await setUp(true)).not.toHaveBeenCalled();
});
