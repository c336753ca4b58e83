import { request, RequestError } from './request.ts';

/** Makes the API send this response. */
const respondWith = (status: number, body: string) =>
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body, { status }));

afterEach(() => jest.restoreAllMocks());

test('a response with status 200 is returned', async () => {
  respondWith(200, 'good');
  expect(await (await request('GET', '/api/gallery')).text()).toBe('good');
});

test.each([400, 404, 429, 500])('a response with status %d is a RequestError with its status and text', async (status) => {
  respondWith(status, 'refused');
  const error: unknown = await request('GET', '/api/gallery').catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(RequestError);
  expect(error).toMatchObject({ status, body: 'refused', message: `${status}: refused` });
});
