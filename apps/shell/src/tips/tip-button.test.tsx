import { act, fireEvent, render, screen } from '@testing-library/react';
import { TipButton } from './tip-button.tsx';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const wait = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

test('a resting pointer shows the tip after 700 ms; leaving hides it; the next one within 300 ms comes at once', async () => {
  const onClick = jest.fn();
  render(
    <TipButton tip="Open menu" onClick={onClick}>
      Menu
    </TipButton>,
  );
  const button = screen.getByRole('button');
  fireEvent.pointerEnter(button);
  await wait(699);
  expect(screen.queryByRole('tooltip')).toBeNull();
  await wait(1);
  await wait(0);
  expect(screen.getByRole('tooltip')?.textContent).toContain('Open menu');
  fireEvent.pointerLeave(button);
  expect(screen.queryByRole('tooltip')).toBeNull();
  fireEvent.pointerEnter(button);
  await wait(1);
  expect(screen.getByRole('tooltip')).toBeTruthy();
  fireEvent.click(button);
  expect(onClick).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('tooltip')).toBeNull();
});

test('the tip describes its button while it is shown, and Escape hides it', async () => {
  render(<TipButton tip="Open menu">Menu</TipButton>);
  const button = screen.getByRole('button');
  expect(button.hasAttribute('aria-describedby')).toBe(false);
  fireEvent.pointerEnter(button);
  await wait(700);
  await wait(0);
  expect(document.querySelectorAll('[aria-describedby]')).toHaveLength(1);
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')).toBe(screen.getByRole('tooltip'));
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(screen.queryByRole('tooltip')).toBeNull();
  expect(button.hasAttribute('aria-describedby')).toBe(false);
});
