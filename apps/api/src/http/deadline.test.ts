import { getEventListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { aFaultUpstream, hangs } from '../test-support/a-fault-upstream.ts';
import { deadline, stepDeadline, withDeadline } from './deadline.ts';

let url: string;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ baseUrl: url, close } = await aFaultUpstream(hangs));
});
afterAll(() => close());

test('the other signal ends the request immediately, with its own reason', async () => {
  const stopping = new AbortController();
  const answer = fetch(url, { signal: deadline(60_000, stopping.signal) });
  stopping.abort(new Error('the server is stopping'));
  await expect(answer).rejects.toThrow('the server is stopping');
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

test('the deadline applies to each step separately, however long the work waits between steps', async () => {
  const { signal, step } = stepDeadline(100);
  for (let piece = 0; piece < 3; piece += 1) {
    expect(await step(() => Promise.resolve(piece))).toBe(piece);
    await delay(60);
  }
  expect(signal.aborted).toBe(false);
  await expect(step(() => fetch(url, { signal }))).rejects.toMatchObject({ name: 'TimeoutError' });
});
