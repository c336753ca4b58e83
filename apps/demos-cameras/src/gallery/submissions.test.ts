import { isUploading } from '@site/host';
import { tokenOf } from './delete-tokens.ts';
import { aStoredPicture } from './stored-picture.factory.ts';
import {
  cursorOf,
  galleryPageQuery,
  getPage,
  removePicture,
  reportPicture,
  savePicture,
  statisticsQuery,
  wasRemoved,
  type Picture,
} from './submissions.ts';

const aPicture: Picture = { imageData: 'data:image/jpeg;base64,AAAA', flowerCount: 20, exhibit: 'collage', key: 'key-1' };

function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
  return jest
    .spyOn(globalThis, 'fetch')
    .mockResolvedValue(new Response(status === 204 ? null : JSON.stringify(body), { status, headers }));
}

afterEach(() => {
  jest.restoreAllMocks();
  window.localStorage.clear();
});

test('a picture is sent as a body of exactly two fields, with its kind and its key in headers', async () => {
  const fetched = answer(201, { ...aStoredPicture(), deleteToken: 'secret', status: 'listed' });
  await expect(savePicture(aPicture)).resolves.toEqual({ id: 'p1', isHeld: false });
  const [path, init] = fetched.mock.calls[0]!;
  expect(path).toBe('/api/kaleidoscope-submissions');
  expect(init).toMatchObject({ method: 'POST', credentials: 'same-origin' });
  expect(JSON.parse(String(init?.body))).toEqual({ imageData: aPicture.imageData, flowerCount: 20 });
  expect(init?.headers).toEqual({ 'Content-Type': 'application/json', 'X-Exhibit': 'collage', 'Idempotency-Key': 'key-1' });
  expect(tokenOf('p1')).toBe('secret');
});

test('the response to a repeated save, 200, counts as saved', async () => {
  answer(200, { ...aStoredPicture('p2'), deleteToken: 'secret', status: 'held' });
  await expect(savePicture(aPicture)).resolves.toEqual({ id: 'p2', isHeld: true });
});

test('a save with an unreadable response counts as saved, but without an id, so the picture cannot be removed', async () => {
  answer(201, { ok: true });
  await expect(savePicture(aPicture)).resolves.toEqual({ id: null, isHeld: false });
});

test.each([400, 413, 429, 500, 503])('status %i is a failed save', async (status) => {
  answer(status, { error: 'no' });
  await expect(savePicture(aPicture)).rejects.toThrow('Failed to save submission');
});

test('a picture is removed with its token, once', async () => {
  answer(201, { ...aStoredPicture('p3'), deleteToken: 'secret', status: 'listed' });
  await savePicture(aPicture);
  const fetched = answer(204, null);
  const removing = removePicture('p3');
  // The loader does not reload the document meanwhile.
  expect(isUploading()).toBe(true);
  await removing;
  expect(fetched).toHaveBeenLastCalledWith('/api/kaleidoscope-submissions/p3', {
    method: 'DELETE',
    credentials: 'same-origin',
    headers: { 'X-Delete-Token': 'secret' },
  });
  await expect(removePicture('p3')).rejects.toThrow('did not save');
});

test('a refused removal keeps the token; a picture that is gone counts as removed', async () => {
  answer(201, { ...aStoredPicture('p4'), deleteToken: 'secret', status: 'listed' });
  await savePicture(aPicture);
  answer(500, {});
  await expect(removePicture('p4')).rejects.toThrow('500');
  expect(tokenOf('p4')).toBe('secret');
  answer(404, {});
  await removePicture('p4');
  expect(tokenOf('p4')).toBeUndefined();
});

test('the first page of the gallery comes with the cursor of the next', async () => {
  answer(200, [aStoredPicture()], { Link: '</api/kaleidoscope-submissions?limit=100&cursor=abc%3D>; rel="next"' });
  const page = await galleryPageQuery(null).queryFn({ signal: new AbortController().signal });
  expect(page).toEqual({ submissions: [aStoredPicture()], cursor: 'abc=' });
  expect(galleryPageQuery(null).queryKey).toEqual(['/api/kaleidoscope-submissions']);
});

test.each([
  [null, null],
  ['</x?cursor=1>; rel="prev"', null],
  ['</x?cursor=1>; rel="prev", </x?cursor=2>; rel="next"', '2'],
])('the next page of %s is %s', (link, cursor) => {
  expect(cursorOf(link)).toBe(cursor);
});

test('a page of one kind is requested by its kind and cursor, and cached under its own key', async () => {
  const fetched = answer(200, []);
  await expect(getPage({ exhibit: 'hexagon', cursor: 'a b' }, new AbortController().signal)).resolves.toEqual({
    submissions: [],
    cursor: null,
  });
  expect(fetched.mock.calls[0]![0]).toBe('/api/kaleidoscope-submissions?exhibit=hexagon&cursor=a+b');
  expect(galleryPageQuery('hexagon').queryKey).toEqual(['/api/kaleidoscope-submissions', 'hexagon']);
});

test('kind and cursor are sent even if URLSearchParams has no size, as in Safari 16', async () => {
  const size = Object.getOwnPropertyDescriptor(URLSearchParams.prototype, 'size')!;
  Reflect.deleteProperty(URLSearchParams.prototype, 'size');
  const fetched = answer(200, []);
  await getPage({ exhibit: null, cursor: 'next' }, new AbortController().signal);
  Object.defineProperty(URLSearchParams.prototype, 'size', size);
  expect(fetched.mock.calls[0]![0]).toBe('/api/kaleidoscope-submissions?cursor=next');
});

test('the statistics are read, and rejected if they are invalid', async () => {
  const { signal } = new AbortController();
  answer(200, { pictures: 2, photos: 120, averagePhotos: 60 });
  await expect(statisticsQuery.queryFn({ signal })).resolves.toEqual({ pictures: 2, photos: 120, averagePhotos: 60 });
  answer(200, { pictures: -1 });
  await expect(statisticsQuery.queryFn({ signal })).rejects.toThrow('not gallery statistics');
});

test('a report is sent with its reason, and a refusal throws', async () => {
  const fetched = answer(202, { reported: true });
  await reportPicture('p1', 'my face');
  expect(fetched.mock.calls[0]![0]).toBe('/api/kaleidoscope-submissions/p1/report');
  expect(fetched.mock.calls[0]![1]).toMatchObject({ method: 'POST', body: '{"reason":"my face"}' });
  answer(429, { error: 'slower' });
  await expect(reportPicture('p1', 'my face')).rejects.toThrow('429');
});

test('pictures that this page removed are remembered, for lists that still contain them', async () => {
  answer(201, { ...aStoredPicture('p9'), deleteToken: 'secret', status: 'listed' });
  await savePicture(aPicture);
  expect(wasRemoved('p9')).toBe(false);
  answer(204, null);
  await removePicture('p9');
  expect(wasRemoved('p9')).toBe(true);
});
