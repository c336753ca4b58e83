import { act, fireEvent, screen } from '@testing-library/react';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { Component } from './kaleidoscope-gallery.page.tsx';

const PATH = '/api/kaleidoscope-submissions';
const aRow = {
  id: 'p1',
  imageUrl: `${PATH}/p1/image`,
  thumbnailUrl: `${PATH}/p1/thumbnail`,
  width: 800,
  height: 1000,
  flowerCount: 20,
  exhibit: 'collage',
  createdAt: '2026-11-20T10:00:00.000Z',
};
const json = (body: unknown, headers: Record<string, string> = {}) => new Response(JSON.stringify(body), { headers });
const later = <Value,>(value: Value, milliseconds: number) =>
  new Promise<Value>((resolve) => setTimeout(() => resolve(value), milliseconds));

/** Answers of the server, which tests put off or replace. */
let list: (search: string) => Promise<Response>;
let statistics: () => Promise<Response>;

beforeEach(() => {
  jest.useFakeTimers();
  list = async () => json([aRow]);
  statistics = async () => json({ pictures: 1, photos: 20, averagePhotos: 20 });
  jest.spyOn(console, 'info').mockImplementation(() => {});
  jest.spyOn(globalThis, 'fetch').mockImplementation((address) => {
    const { pathname, search } = new URL(String(address), 'http://localhost');
    return pathname.endsWith('/statistics') ? statistics() : list(search);
  });
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
});

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
const isWaiting = () => screen.queryByText('Loading pictures...') !== null;
const numbers = () => screen.queryByRole('list', { name: 'Statistics' });

test('a list that is there waits half a second for the numbers, and goes without them for this visit', async () => {
  statistics = () => later(json({ pictures: 1, photos: 20, averagePhotos: 20 }), 5000);
  renderPage(<Component />);
  await pass(450);
  expect(isWaiting()).toBe(true);
  await pass(100);
  expect(screen.getByText('That is all: 1 picture.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to Cameras' })).toBeTruthy();
  // Nothing that is in sight moves down.
  await pass(10_000);
  expect(numbers()).toBeNull();
});

test('a slow list waits with its numbers, and both come together', async () => {
  list = () => later(json([aRow]), 3000);
  statistics = () => later(json({ pictures: 1, photos: 20, averagePhotos: 20 }), 3400);
  renderPage(<Component />);
  await pass(3350);
  expect(isWaiting()).toBe(true);
  await pass(100);
  expect(numbers()?.textContent).toContain('1 picture');
  expect(screen.getByText('That is all: 1 picture.')).toBeTruthy();
});

test('numbers that fail hold nothing up, and are asked for once', async () => {
  let asked = 0;
  statistics = async () => {
    asked += 1;
    return new Response('{}', { status: 503 });
  };
  renderPage(<Component />);
  await pass(10);
  expect(screen.getByText('That is all: 1 picture.')).toBeTruthy();
  expect(numbers()).toBeNull();
  await pass(5000);
  expect(asked).toBe(1);
});

function press(name: string) {
  const button = screen.getByRole('button', { name });
  button.focus();
  fireEvent.click(button);
}

test('after Retry the focus waits at the page’s heading, and for further pictures at the last that is here', async () => {
  // A wall as wide as four pictures.
  jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  list = async () => new Response('{}', { status: 503 });
  renderPage(
    <main>
      <h1>Gallery</h1>
      <Component />
    </main>,
  );
  await pass(10);
  list = async (search) =>
    search ? new Response('{}', { status: 503 }) : json([aRow], { Link: `<${PATH}?cursor=1>; rel="next"` });
  press('Retry');
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  await pass(10);
  expect(screen.getByText('The next pictures did not come')).toBeTruthy();
  list = async () => json([{ ...aRow, id: 'p2' }]);
  press('Retry');
  await pass(10);
  expect(screen.getByText('That is all: 2 pictures.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getAllByRole('button', { name: /^20-photo collage/ })[0]);
});
