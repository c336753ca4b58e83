import type { ReactNode } from 'react';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Skeleton } from './states.tsx';

afterEach(() => jest.useRealTimers());
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
const retry = () => screen.queryByRole('button', { name: 'Retry' });

test('after 8 seconds without a response, a placeholder says so and offers Retry, and again after 8 more', async () => {
  jest.useFakeTimers();
  const onRetry = jest.fn();
  render(
    <main>
      <h1>Pictures</h1>
      <Skeleton label="Loading pictures..." shape="tiles" onRetry={onRetry} />
    </main>,
  );
  await pass(7_900);
  expect(retry()).toBeNull();
  await pass(200);
  expect(screen.getByText('The server has not responded yet.')).toBeTruthy();
  fireEvent.click(retry()!);
  expect(onRetry).toHaveBeenCalledTimes(1);
  expect(retry()).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading'));
  await pass(8_100);
  expect(retry()).toBeTruthy();
});

test('a placeholder without `onRetry` never offers Retry', async () => {
  jest.useFakeTimers();
  render(<Skeleton label="Requesting camera access..." />);
  await pass(60_000);
  expect(screen.queryByText('The server has not responded yet.')).toBeNull();
});

test('when the response arrives while Retry has the focus, the focus moves to the heading', async () => {
  jest.useFakeTimers();
  const page = (content: ReactNode) => (
    <main>
      <h1>Pictures</h1>
      {content}
    </main>
  );
  const { rerender } = render(page(<Skeleton label="Loading pictures..." onRetry={() => {}} />));
  await pass(8_100);
  retry()!.focus();
  rerender(page(<p>A picture</p>));
  expect(document.activeElement).toBe(screen.getByRole('heading'));
});
