import { getEventListeners } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deadline, withDeadline } from './deadline.ts';

let server: Server;
let url: string;
beforeAll(async () => {
  // Accepts every request and never responds.
  server = createServer(() => {});
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('the other signal ends the request immediately, with its own reason', async () => {
  const stopping = new AbortController();
  const answer = fetch(url, { signal: deadline(60_000, stopping.signal) });
  stopping.abort(new Error('the server stops'));
  await expect(answer).rejects.toThrow('the server stops');
  expect(deadline(60_000, stopping.signal).aborted).toBe(true);
});

test('work with a deadline ends with it, and leaves no timer or listener behind', async () => {
  const { signal: stopping } = new AbortController();
  await expect(withDeadline(100, stopping, (signal) => fetch(url, { signal }))).rejects.toMatchObject({ name: 'TimeoutError' });
  for (let refresh = 0; refresh < 20; refresh += 1) {
    const during = withDeadline(60_000, stopping, async (signal) => [
      signal.aborted,
      getEventListeners(stopping, 'abort').length,
    ]);
    expect(await during).toEqual([false, 1]);
  }
  expect(getEventListeners(stopping, 'abort')).toHaveLength(0);
});
