import { whenSiteResponds } from './when-site-responds.ts';

const realFetch = globalThis.fetch;
const open = jest.fn();
let stop: () => void;
/** When requests were sent, in seconds. */
let asked: number[];
let answer: () => Promise<Response>;
const away = () => Promise.reject(new TypeError('no response'));
const responding = (status = 200) => Promise.resolve({ ok: status === 200 } as Response);

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
  open.mockClear();
  asked = [];
  answer = away;
  globalThis.fetch = () => {
    asked.push(Date.now() / 1_000);
    return answer();
  };
  stop = whenSiteResponds(open);
});
afterEach(() => {
  stop();
  jest.useRealTimers();
  globalThis.fetch = realFetch;
});

test('it asks again after pauses that double up to 30 seconds, and opens the page once the site responds', async () => {
  await jest.advanceTimersByTimeAsync(95_000);
  expect(asked).toEqual([2, 6, 14, 30, 60, 90]);
  answer = () => responding(502);
  await jest.advanceTimersByTimeAsync(30_000);
  expect(open).not.toHaveBeenCalled();
  answer = responding;
  await jest.advanceTimersByTimeAsync(30_000);
  expect(open).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(8);
});

test('with a network again, or visible again, it asks at once, and keeps asking if the site does not respond yet', async () => {
  await jest.advanceTimersByTimeAsync(31_000);
  window.dispatchEvent(new Event('online'));
  await jest.advanceTimersByTimeAsync(3_000);
  expect(asked.slice(4)).toEqual([31, 33]);
  document.dispatchEvent(new Event('visibilitychange'));
  answer = responding;
  await jest.advanceTimersByTimeAsync(2_000);
  expect(asked.slice(6)).toEqual([34, 36]);
  expect(open).toHaveBeenCalledTimes(1);
});

test('a request that hangs is replaced by the next, and nothing is asked after the page is left', async () => {
  answer = () => new Promise(() => {});
  await jest.advanceTimersByTimeAsync(7_000);
  expect(asked).toEqual([2, 6]);
  stop();
  window.dispatchEvent(new Event('online'));
  await jest.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([2, 6]);
});
