import { act, render } from '@testing-library/react';
import { useStayAwake } from './use-stay-awake.ts';

function Clock({ isAlways }: { readonly isAlways: boolean }) {
  useStayAwake(isAlways);
  return null;
}

const define = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { value, configurable: true });
const held = new Set<object>();
const request = jest.fn();

beforeEach(() => {
  held.clear();
  request.mockReset().mockImplementation(async () => {
    const lock = { release: async () => void held.delete(lock) };
    held.add(lock);
    return lock;
  });
  define(navigator, 'wakeLock', { request });
});

afterEach(() => {
  Reflect.deleteProperty(navigator, 'wakeLock');
  Reflect.deleteProperty(document, 'fullscreenElement');
  Reflect.deleteProperty(document, 'visibilityState');
});

const dispatch = (event: string) => act(async () => void document.dispatchEvent(new Event(event)));
const fullScreen = (isFull: boolean) => {
  define(document, 'fullscreenElement', isFull ? document.documentElement : null);
  return dispatch('fullscreenchange');
};
const setVisible = (isShown: boolean) => {
  define(document, 'visibilityState', isShown ? 'visible' : 'hidden');
  return dispatch('visibilitychange');
};
const open = (isAlways: boolean) => act(async () => render(<Clock isAlways={isAlways} />));

test('a clock among others keeps the screen on only in full screen', async () => {
  await open(false);
  expect(held.size).toBe(0);
  await fullScreen(true);
  expect(held.size).toBe(1);
  await fullScreen(false);
  expect(held.size).toBe(0);
});

test('a clock on its own page keeps the screen on without full screen, until the visitor leaves the page', async () => {
  const { unmount } = await open(true);
  expect(held.size).toBe(1);
  unmount();
  expect(held.size).toBe(0);
  await fullScreen(true);
  expect(held.size).toBe(0);
});

test('a page that was hidden requests the lock again when it is visible, and keeps only one', async () => {
  await open(true);
  await setVisible(false);
  expect(request).toHaveBeenCalledTimes(1);
  await setVisible(true);
  expect(request).toHaveBeenCalledTimes(2);
  expect(held.size).toBe(1);
});

test('a browser that refuses or lacks the wake lock still shows the clock', async () => {
  request.mockRejectedValue(new DOMException('low battery', 'NotAllowedError'));
  await open(true);
  Reflect.deleteProperty(navigator, 'wakeLock');
  await open(true);
  expect(held.size).toBe(0);
});
