import { act, fireEvent, screen } from '@testing-library/react';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { aStoredPicture } from '../gallery/stored-picture.factory.ts';
import { Component } from './kaleidoscope-gallery.page.tsx';

/** The gallery's pictures and its statistics, as the server returns them. */
let ids: readonly string[];
let statistics: object;

beforeEach(() => {
  jest.useFakeTimers();
  ids = [];
  statistics = { pictures: 0, photos: 0, averagePhotos: 0 };
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    const rows = ids.map((id) => aStoredPicture(id));
    return new Response(JSON.stringify(String(address).endsWith('/statistics') ? statistics : rows));
  });
  // jsdom lays nothing out: without a width no picture is rendered.
  jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  // jsdom neither scrolls nor animates.
  Object.assign(HTMLElement.prototype, { scrollIntoView() {}, animate });
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
  animate.mockReset();
});

const animate = jest.fn();
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const numbers = () => screen.queryByRole('list', { name: 'Statistics' });

async function openFirst(surroundings?: Parameters<typeof renderPage>[1]) {
  renderPage(<Component />, surroundings);
  await pass(10);
  fireEvent.click(screen.getAllByRole('link', { name: /^20-photo collage/ })[0]!);
}

test('an empty gallery links to the cameras and shows no numbers; a kind without pictures says so', async () => {
  renderPage(<Component />);
  await pass(10);
  expect(screen.getByRole('link', { name: 'Take a picture' }).getAttribute('href')).toBe('/projects/cameras');
  fireEvent.click(screen.getByRole('radio', { name: 'Honeycombs' }));
  await pass(10);
  expect(screen.getByRole('heading', { name: 'None of this kind yet' })).toBeTruthy();
  expect(numbers()).toBeNull();
});

test.each([
  [{ pictures: 1, photos: 50, averagePhotos: 50 }, ['1 picture that visitors shared', '50 photos in it']],
  [
    { pictures: 2, photos: 100, averagePhotos: 50 },
    ['2 pictures that visitors shared', '100 photos in all of them', '50 photos per picture'],
  ],
  [
    { pictures: 7, photos: 458, averagePhotos: 65.4 },
    ['7 pictures that visitors shared', '458 photos in all of them', '65.4 photos per picture'],
  ],
])('the statistics %j are shown without an average for a single picture, and without a trailing zero', async (given, texts) => {
  statistics = given;
  renderPage(<Component />);
  await pass(10);
  expect([...(numbers()?.children ?? [])].map(({ textContent }) => textContent)).toEqual(texts);
});

/** From now on, requests for a single picture get this response. */
function answerSingle(answer: () => Promise<Response>): void {
  const respond = jest.mocked(fetch).getMockImplementation()!;
  jest.mocked(fetch).mockImplementation((address) => (/\/[ab]$/.test(String(address)) ? answer() : respond(address)));
}
const openImage = () => document.querySelector('dialog img');

test.each([404, 410])('a picture that the server no longer has (%i) says so', async (status) => {
  ids = ['a', 'b'];
  await openFirst();
  answerSingle(async () => new Response('{}', { status }));
  fireEvent.error(openImage()!);
  await pass(10);
  expect(screen.getByText('This picture is no longer here.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

test.each([
  ['the connection is lost', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the server is busy', async () => new Response('{}', { status: 503 })],
  ['only its image fails', async () => new Response(JSON.stringify(aStoredPicture('a')))],
])('if %s, a picture is not said to be removed, and Retry loads it again', async (_what, answer) => {
  ids = ['a', 'b'];
  await openFirst();
  answerSingle(answer);
  fireEvent.error(openImage()!);
  await pass(10);
  expect(screen.getByRole('alert').textContent).toContain('The picture could not be loaded.');
  expect(screen.queryByText(/no longer here/)).toBeNull();
  press('Retry');
  expect(document.activeElement?.textContent).toBe('1 of 2');
  fireEvent.load(openImage()!);
  expect(openImage()!.getAttribute('data-status')).toBe('shown');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a tile whose image failed says so, and loads it again when it is opened or the browser is online again', async () => {
  ids = ['a', 'b'];
  renderPage(<Component />);
  await pass(10);
  const images = () => document.querySelectorAll('li[aria-posinset] img');
  const failed = () => screen.queryAllByText(/^20-photo collage.*: could not be loaded$/);
  for (const image of images()) fireEvent.error(image);
  expect(failed()).toHaveLength(2);
  fireEvent.click(screen.getAllByRole('link', { name: /^20-photo collage/ })[0]!);
  expect(failed()).toHaveLength(1);
  fireEvent(window, new Event('online'));
  expect(failed()).toHaveLength(0);
  expect(images()).toHaveLength(2);
});

test.each([
  ['fades in', false, 1],
  ['runs on request without a fade', true, 0],
])('a slideshow %s (motion paused: %s)', async (_what, motionPaused, fades) => {
  ids = ['a', 'b'];
  await openFirst({ motionPaused });
  const shown = () => document.querySelector<HTMLImageElement>('dialog img')!;
  fireEvent.load(shown());
  press('Slideshow');
  await pass(5000);
  expect(screen.getByText('2 of 2')).toBeTruthy();
  fireEvent.load(shown());
  expect(animate).toHaveBeenCalledTimes(fades);
});

test.each([
  ['statistics', 1000],
  ['pictures', 3000],
])('the focus stays on the Back link when the %s arrive', async (_what, milliseconds) => {
  const respond = jest.mocked(fetch).getMockImplementation()!;
  jest.mocked(fetch).mockImplementation(async (address) => {
    await new Promise((resolve) => setTimeout(resolve, String(address).endsWith('/statistics') ? 1000 : 3000));
    return respond(address);
  });
  renderPage(<Component />);
  await pass(milliseconds - 100);
  const back = () => screen.getByRole('link', { name: 'Back to Cameras' });
  const early = back();
  early.focus();
  await pass(200);
  expect(document.activeElement).toBe(back());
  // A moved element would count as a layout shift.
  expect(back()).not.toBe(early);
});
