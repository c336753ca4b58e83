import { Suspense } from 'react';
import { act, render, screen } from '@testing-library/react';
import { lazyPart, useLazyPart, type LazyPart } from './lazy-part.ts';

function Reader({ part }: { readonly part: LazyPart<string> }) {
  return <p>{useLazyPart(part)}</p>;
}
const show = (part: LazyPart<string>) =>
  render(
    <Suspense fallback="loading">
      <Reader part={part} />
    </Suspense>,
  );

test('a part that was loaded before is rendered at once', async () => {
  const part = lazyPart(() => Promise.resolve('code'));
  await part.load();
  show(part);
  expect(screen.getByText('code')).toBeTruthy();
});

test('a part that is still loading suspends, and is rendered when it arrives', async () => {
  let arrive: (code: string) => void = () => {};
  const part = lazyPart(
    () =>
      new Promise<string>((resolve) => {
        arrive = resolve;
      }),
  );
  const { container, rerender } = await act(async () => show(part));
  expect(container.textContent).toBe('loading');
  await act(async () => arrive('code'));
  expect(screen.getByText('code')).toBeTruthy();
  rerender(
    <Suspense fallback="loading">
      <Reader part={part} />
    </Suspense>,
  );
  expect(screen.getByText('code')).toBeTruthy();
});

test('a part that failed to load fails the same way until it is warmed again', async () => {
  let isOnline = false;
  const fetchPart = jest.fn(() => (isOnline ? Promise.resolve('code') : Promise.reject(new Error('offline'))));
  const part = lazyPart(fetchPart);
  await expect(part.load()).rejects.toThrow('offline');
  isOnline = true;
  await expect(part.load()).rejects.toThrow('offline');
  expect(fetchPart).toHaveBeenCalledTimes(1);
  await expect(part.warm()).resolves.toBe('code');
  expect([await part.load(), fetchPart.mock.calls.length]).toEqual(['code', 2]);
});
