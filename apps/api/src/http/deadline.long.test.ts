import { aFaultUpstream, hangs } from '../test-support/a-fault-upstream.ts';
import { collectGarbage } from '../test-support/collect-garbage.ts';
import { deadline } from './deadline.ts';

let url: string;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ baseUrl: url, close } = await aFaultUpstream(hangs));
});
afterAll(() => close());

/** As happens all the time on a busy server. */
async function whileGarbageIsCollected<T>(work: Promise<T>): Promise<T> {
  const timer = setInterval(collectGarbage, 20);
  return work.finally(() => clearInterval(timer));
}

test.each([
  ['alone', () => fetch(url, { signal: deadline(300) })],
  ['combined with another signal', () => fetch(url, { signal: deadline(300, new AbortController().signal) })],
  ['with an existing `Request`', () => fetch(new Request(url), { signal: deadline(300) })],
])('a deadline ends a hanging request (%s) despite garbage collection', async (_how, ask) => {
  const started = Date.now();
  await expect(whileGarbageIsCollected(ask())).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(Date.now() - started).toBeGreaterThanOrEqual(290);
});
