import { isUploading, request, RequestError } from './request.ts';

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

describe('a server that is busy', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const busy = (after: string) => async () => new Response('busy', { status: 503, headers: { 'Retry-After': after } });
  const send = (headers: Record<string, string>) => request('POST', '/api/gallery', {}, undefined, headers);
  const KEYED = { 'Idempotency-Key': 'key-1' };

  test('gets a request with a key again when it asks for it, and a reload waits for the response', async () => {
    const fetched = respondWith(201, 'stored').mockImplementationOnce(busy('2')).mockImplementationOnce(busy('2'));
    const sending = send(KEYED);
    await jest.advanceTimersByTimeAsync(1_999);
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(isUploading()).toBe(true);
    await jest.advanceTimersByTimeAsync(2_001);
    expect(await (await sending).text()).toBe('stored');
    expect(isUploading()).toBe(false);
    expect(new Set(fetched.mock.calls.map(([, init]) => JSON.stringify(init))).size).toBe(1);
    expect(fetched).toHaveBeenCalledTimes(3);
  });

  test.each(['0', '1', '5'])('gets the request at most three times, after %s seconds, but never at once', async (after) => {
    const fetched = respondWith(503, '').mockImplementation(busy(after));
    const sending = send(KEYED).catch((reason: unknown) => reason);
    await jest.advanceTimersByTimeAsync(999);
    expect(fetched).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(11_000);
    expect(await sending).toMatchObject({ status: 503, body: 'busy' });
    expect(fetched).toHaveBeenCalledTimes(3);
  });

  test('gets it again even if the connection breaks after the refusal', async () => {
    const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError('the connection was reset')) });
    const refused = new Response(broken, { status: 503, headers: { 'Retry-After': '1' } });
    respondWith(201, 'stored').mockResolvedValueOnce(refused);
    const sending = send(KEYED);
    await jest.advanceTimersByTimeAsync(1_000);
    expect((await sending).status).toBe(201);
  });

  test.each([
    ['a request without a key', {}, '2'],
    ['one for which it needs longer', KEYED, '6'],
    ['one for which it names a date', KEYED, 'Fri, 27 Nov 2026 12:00:00 GMT'],
  ])('gets %s once', async (_, headers, after) => {
    const fetched = respondWith(503, '').mockImplementation(busy(after));
    await expect(send(headers)).rejects.toThrow('503: busy');
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});
