import { useRef, useState } from 'react';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Dialog } from './dialog.tsx';

function Page() {
  const [isOpen, setOpen] = useState(false);
  const second = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} focusOn={second} aria-label="Settings">
        <div>
          <button type="button">First</button>
          <button type="button" disabled>
            Off
          </button>
          <button type="button" ref={second}>
            Second
          </button>
        </div>
      </Dialog>
    </>
  );
}

/** The dialog takes the right half of a window that is 1000 px wide. */
async function openDialog() {
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Settings' });
  dialog.getBoundingClientRect = () => new DOMRect(500, 0, 500, 700);
  return dialog;
}
const button = (name: string) => screen.getByRole('button', { name });

test('moves the focus to the requested element when it opens', async () => {
  const dialog = await openDialog();
  expect(dialog.open).toBe(true);
  expect(document.activeElement).toBe(button('Second'));
});

test.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['a press on the backdrop', async (dialog: HTMLElement) => void fireEvent.click(dialog, { clientX: 5, clientY: 300 })],
  [
    'the browser’s close gesture',
    async (dialog: HTMLElement) => void fireEvent(dialog, new Event('cancel', { cancelable: true })),
  ],
])('%s closes it and returns the focus to the element that opened it', async (_what, close) => {
  const dialog = await openDialog();
  await close(dialog);
  expect(dialog.open).toBe(false);
  expect(document.activeElement).toBe(button('Open'));
});

test('Tab stops at a link, which some browsers skip, and wraps around', async () => {
  render(
    <Dialog isOpen onClose={() => {}} aria-label="Settings">
      <div>
        <button type="button">Close</button>
        <a href="/first">First</a>
        <a href="/last">Last</a>
      </div>
    </Dialog>,
  );
  button('Close').focus();
  const seen: (string | null | undefined)[] = [];
  for (const shiftKey of [false, false, false, true, true]) {
    // Not with userEvent, which moves the focus by itself.
    fireEvent.keyDown(document.activeElement!, { key: 'Tab', shiftKey });
    seen.push(document.activeElement?.textContent);
  }
  expect(seen).toEqual(['First', 'Last', 'Close', 'Last', 'First']);
});

test('a press inside the dialog leaves it open, on a control or beside one', async () => {
  const dialog = await openDialog();
  await userEvent.click(button('First'));
  fireEvent.click(dialog, { clientX: 505, clientY: 300 });
  expect(dialog.open).toBe(true);
});

test('Tab stays inside in both directions and skips disabled controls', async () => {
  await openDialog();
  await userEvent.tab();
  expect(document.activeElement).toBe(button('First'));
  await userEvent.tab({ shift: true });
  expect(document.activeElement).toBe(button('Second'));
});

test('a dialog that is unmounted while open returns the focus', () => {
  const opener = document.body.appendChild(document.createElement('button'));
  opener.focus();
  const { unmount } = render(
    <Dialog isOpen onClose={() => {}} aria-label="Settings">
      <button type="button">First</button>
    </Dialog>,
  );
  button('First').focus();
  unmount();
  expect(document.activeElement).toBe(opener);
});

test('the page behind an open dialog does not scroll, and the space of its scroll bar stays', async () => {
  const { style } = document.documentElement;
  const width = jest.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(window.innerWidth - 15);
  await openDialog();
  expect([style.overflow, style.scrollbarGutter]).toEqual(['hidden', 'stable']);
  await userEvent.keyboard('{Escape}');
  expect([style.overflow, style.scrollbarGutter]).toEqual(['', '']);
  width.mockRestore();
});
