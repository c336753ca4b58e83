import { act, fireEvent, render, screen } from '@testing-library/react';
import { CameraMenu } from './camera-menu.tsx';

const CAMERAS = [
  { deviceId: 'rear', label: 'Back Camera', facing: 'environment' },
  { deviceId: 'front', label: 'Front Camera', facing: 'user' },
] as const;

/** A menu that was opened with the keyboard, so that its button has the focus. */
function openMenu() {
  const onSelect = jest.fn();
  render(
    <>
      <CameraMenu cameras={CAMERAS} selectedId="rear" onSelect={onSelect} />
      <button>Outside</button>
    </>,
  );
  const button = screen.getByRole('button', { name: 'Switch Camera' });
  button.focus();
  fireEvent.click(button);
  return { button, onSelect };
}
const isOpen = () => screen.queryByRole('list') !== null;

/** Presses an element as in Safari on a Mac, which takes the focus away from where it was and does not focus a button. */
function pressInSafari(element: HTMLElement): void {
  const { activeElement } = document;
  if (fireEvent.mouseDown(element) && activeElement instanceof HTMLElement) act(() => activeElement.blur());
  // An element that is no longer shown gets no click.
  if (!element.closest('[hidden]')) fireEvent.click(element);
}

test('a camera is selected even where the browser does not focus a pressed button', () => {
  const { button, onSelect } = openMenu();
  pressInSafari(screen.getByRole('button', { name: /^Front Camera/ }));
  expect(onSelect).toHaveBeenCalledWith('front');
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(button);
});

test.each([
  ['Escape', (button: HTMLElement) => fireEvent.keyDown(button, { key: 'Escape' })],
  ['moving the focus away', () => act(() => screen.getByRole('button', { name: 'Outside' }).focus())],
  ['a second tap on its button', (button: HTMLElement) => fireEvent.click(button)],
  ['a tap outside that leaves the focus where it is', () => fireEvent.pointerDown(document.body)],
  ['a press outside', () => pressInSafari(screen.getByRole('button', { name: 'Outside' }))],
])('%s closes the menu without selecting a camera', (_what, leave) => {
  const { button, onSelect } = openMenu();
  expect(isOpen()).toBe(true);
  leave(button);
  expect(isOpen()).toBe(false);
  expect(onSelect).not.toHaveBeenCalled();
});
