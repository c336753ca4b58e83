import { act, fireEvent, screen } from '@testing-library/react';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { aStoredPicture, PATH } from '../gallery/stored-picture.factory.ts';
import { Component } from './kaleidoscope-gallery.page.tsx';

const json = (body: unknown, headers: Record<string, string> = {}) => new Response(JSON.stringify(body), { headers });
const later = <Value,>(value: Value, milliseconds: number) =>
  new Promise<Value>((resolve) => setTimeout(() => resolve(value), milliseconds));

/** The server's responses, which tests delay or replace. */
let list: (search: string) => Promise<Response>;
let change: () => Promise<Response>;
let statistics: () => Promise<Response>;

beforeEach(() => {
  jest.useFakeTimers();
  list = async () => json([aStoredPicture()]);
  statistics = async () => json({ pictures: 1, photos: 20, averagePhotos: 20 });
  change = async () => new Response(null, { status: 204 });
  jest.spyOn(console, 'info').mockImplementation(() => {});
  jest.spyOn(globalThis, 'fetch').mockImplementation((address, init) => {
    if (init?.method !== undefined && init.method !== 'GET') return change();
    const { pathname, search } = new URL(String(address), 'http://localhost');
    return pathname.endsWith('/statistics') ? statistics() : list(search);
  });
  Object.assign(window, {
    ResizeObserver: class {
      observe() {}
      disconnect() {}
    },
  });
  // jsdom does not scroll.
  Object.assign(HTMLElement.prototype, { scrollIntoView() {} });
});

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  localStorage.clear();
});

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
const isWaiting = () => screen.queryByText('Loading pictures...') !== null;
const numbers = () => screen.queryByRole('list', { name: 'Statistics' });

test('a loaded list waits half a second for the statistics; after that, this visit goes without them', async () => {
  statistics = () => later(json({ pictures: 1, photos: 20, averagePhotos: 20 }), 5000);
  renderPage(<Component />);
  await pass(450);
  expect(isWaiting()).toBe(true);
  await pass(100);
  expect(screen.getByText('That is all: 1 picture.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to Cameras' })).toBeTruthy();
  // Nothing visible moves down.
  await pass(10_000);
  expect(numbers()).toBeNull();
});

test('while nothing responds, the way back is there, and after 8 seconds Retry requests list and statistics again', async () => {
  list = () => new Promise(() => {});
  statistics = () => new Promise(() => {});
  renderPage(<Component />);
  await pass(8_100);
  expect(screen.getByRole('link', { name: 'Back to Cameras' })).toBeTruthy();
  list = async () => json([aStoredPicture()]);
  statistics = async () => json({ pictures: 1, photos: 20, averagePhotos: 20 });
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await pass(600);
  expect(numbers()?.textContent).toContain('1 picture');
  expect(screen.getByText('That is all: 1 picture.')).toBeTruthy();
});

test('a slow list appears together with its statistics', async () => {
  list = () => later(json([aStoredPicture()]), 3000);
  statistics = () => later(json({ pictures: 1, photos: 20, averagePhotos: 20 }), 3400);
  renderPage(<Component />);
  await pass(3350);
  expect(isWaiting()).toBe(true);
  await pass(100);
  expect(numbers()?.textContent).toContain('1 picture');
  expect(screen.getByText('That is all: 1 picture.')).toBeTruthy();
});

test('statistics that fail to load delay nothing and are requested only once', async () => {
  let requests = 0;
  statistics = async () => {
    requests += 1;
    return new Response('{}', { status: 503 });
  };
  renderPage(<Component />);
  await pass(10);
  expect(screen.getByText('That is all: 1 picture.')).toBeTruthy();
  expect(numbers()).toBeNull();
  await pass(5000);
  expect(requests).toBe(1);
});

function press(name: string) {
  const button = screen.getByRole('button', { name });
  button.focus();
  fireEvent.click(button);
}

/** The page below its heading, after the first responses. */
async function openGallery() {
  // jsdom lays nothing out: without a width no picture is rendered.
  jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  renderPage(
    <main>
      <h1>Gallery</h1>
      <Component />
    </main>,
  );
  await pass(10);
}

test('after Retry the focus moves to the page’s heading, or, when loading more pictures, to the last loaded one', async () => {
  list = async () => new Response('{}', { status: 503 });
  await openGallery();
  list = async (search) =>
    search ? new Response('{}', { status: 503 }) : json([aStoredPicture()], { Link: `<${PATH}?cursor=1>; rel="next"` });
  press('Retry');
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  await pass(10);
  expect(screen.getByText('The next pictures could not be loaded')).toBeTruthy();
  list = async () => json([aStoredPicture('p2')]);
  press('Retry');
  await pass(10);
  expect(screen.getByText('That is all: 2 pictures.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getAllByRole('link', { name: /^20-photo collage/ })[0]);
});

/** Opens the first of these pictures, all of which this browser saved. */
async function openFirst(ids: readonly string[]) {
  localStorage.setItem('gallery-delete-tokens', JSON.stringify(Object.fromEntries(ids.map((id) => [id, 'token']))));
  list = async () => json(ids.map((id) => aStoredPicture(id)));
  await openGallery();
  fireEvent.click(screen.getAllByRole('link', { name: /^20-photo collage/ })[0]!);
}
const focused = () => document.activeElement;
const button = (name: string) => screen.getByRole('button', { name });

test('the lightbox opens with the focus on its picture’s position, even where the browser would focus its first button', async () => {
  const { showModal } = HTMLDialogElement.prototype;
  jest.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function show(this: HTMLDialogElement) {
    showModal.call(this);
    this.querySelector('button')?.focus();
  });
  await openFirst(['f1', 'f2']);
  expect(focused()?.textContent).toBe('1 of 2');
});

test('confirming a removal starts with the focus on the safe choice, and declining returns it', async () => {
  await openFirst(['a1', 'a2']);
  press('Remove from gallery');
  expect(focused()).toBe(button('Keep it'));
  press('Keep it');
  expect(focused()).toBe(button('Remove from gallery'));
});

test('a removal keeps the focus while it runs and when it fails; afterward the focus is on the confirmation', async () => {
  await openFirst(['b1', 'b2', 'b3']);
  change = () => later(new Response('{}', { status: 503 }), 100);
  press('Remove from gallery');
  press('Remove it');
  expect(button('Remove it').getAttribute('aria-disabled')).toBe('true');
  expect(focused()).toBe(button('Remove it'));
  await pass(200);
  expect(screen.getByRole('alert').textContent).toBe('Could not remove it from the gallery. Try again in a minute.');
  expect(focused()).toBe(button('Remove it'));
  change = async () => new Response(null, { status: 204 });
  for (const left of [2, 1]) {
    press('Remove it');
    await pass(10);
    expect(focused()?.textContent).toBe('Removed from gallery');
    expect(screen.getByText(`1 of ${left}`)).toBeTruthy();
    press('Remove from gallery');
  }
  // The message is about the previous picture.
  press('Keep it');
  press('Close');
  expect(screen.queryByText('Removed from gallery')).toBeNull();
});

test('a slow removal neither reopens a picture that was closed in the meantime nor takes the visitor away from another picture', async () => {
  await openFirst(['f1', 'f2', 'f3', 'f4', 'f5']);
  change = () => later(new Response(null, { status: 204 }), 100);
  press('Remove from gallery');
  press('Remove it');
  press('Close');
  await pass(200);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('That is all: 4 pictures.')).toBeTruthy();

  fireEvent.click(screen.getAllByRole('link', { name: /^20-photo collage/ })[0]!);
  press('Remove from gallery');
  press('Remove it');
  press('Next');
  press('Next');
  await pass(200);
  expect(screen.getByText('2 of 3')).toBeTruthy();
  expect(focused()).toBe(button('Next'));
});

test('after the last remaining picture is removed, the focus moves to the page’s heading', async () => {
  await openFirst(['c1']);
  press('Remove from gallery');
  press('Remove it');
  await pass(10);
  expect(screen.getByRole('heading', { name: 'The walls are empty' })).toBeTruthy();
  expect(focused()).toBe(screen.getByRole('heading', { level: 1 }));
});

test('opening the report form focuses its field, closing it restores the focus, and sending it focuses the thank-you message', async () => {
  await openFirst(['d1']);
  change = () => later(new Response('{}', { status: 503 }), 100);
  press('Report');
  const field = screen.getByRole('textbox', { name: 'What is wrong with this picture?' });
  expect(focused()).toBe(field);
  press('Do not report');
  expect(focused()).toBe(button('Report'));
  press('Report');
  press('Send report');
  expect(button('Send report').getAttribute('aria-disabled')).toBe('true');
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'My face' } });
  press('Send report');
  expect(button('Send report').getAttribute('aria-disabled')).toBe('true');
  expect(focused()).toBe(button('Send report'));
  await pass(200);
  expect(screen.getByRole('alert').textContent).toBe('The report could not be sent. Try again in a minute.');
  expect(focused()).toBe(button('Send report'));
  change = async () => new Response(null, { status: 202 });
  press('Send report');
  await pass(10);
  expect(focused()).toBe(screen.getByText("Reported. Thank you: this site's owner will look at it."));
});

test('at the first and the last picture the focus stays on the disabled button; arrow keys close an open confirmation', async () => {
  await openFirst(['e1', 'e2']);
  press('Next');
  expect(focused()).toBe(button('Next'));
  expect(button('Next').getAttribute('aria-disabled')).toBe('true');
  press('Remove from gallery');
  fireEvent.keyDown(button('Keep it'), { key: 'ArrowLeft' });
  expect(focused()).toBe(screen.getByText('1 of 2'));
});
