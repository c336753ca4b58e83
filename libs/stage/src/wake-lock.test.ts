import { createWakeLock } from './wake-lock.ts';

afterEach(() => Reflect.deleteProperty(navigator, 'wakeLock'));

/** A browser whose locks call `release` when they are released; the calls are recorded. */
function aBrowser(release: () => Promise<void>) {
  const locks: { release: jest.Mock }[] = [];
  const request = async () => {
    const lock = { release: jest.fn(release) };
    locks.push(lock);
    return lock;
  };
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true });
  return locks;
}

test('a release that the browser rejects is not an unhandled rejection', async () => {
  const rejected = Promise.reject(new DOMException('released already', 'InvalidStateError'));
  const handled = jest.spyOn(rejected, 'catch');
  aBrowser(() => rejected);
  const lock = createWakeLock(window);
  await lock.hold();
  lock.release();
  expect(handled).toHaveBeenCalledTimes(1);
});

test('a second request replaces the first lock, and both are released in the end', async () => {
  const locks = aBrowser(async () => {});
  const lock = createWakeLock(window);
  expect(await lock.hold()).toBe(true);
  expect(await lock.hold()).toBe(true);
  lock.release();
  expect(locks.map(({ release }) => release.mock.calls.length)).toEqual([1, 1]);
});

test('a lock that arrives after the release is released at once', async () => {
  const locks = aBrowser(async () => {});
  const lock = createWakeLock(window);
  const held = lock.hold();
  lock.release();
  await held;
  expect(locks[0]!.release).toHaveBeenCalledTimes(1);
});
