import { useCallback, useEffect, useRef, useState } from 'react';

/** Keeps Tab inside: the browser's own trap lets it out to the address bar. */
function loopFocus(dialog: HTMLDialogElement, event: KeyboardEvent) {
  const stops = [...dialog.querySelectorAll<HTMLElement>('a[href], button')];
  const edge = event.shiftKey ? stops[0] : stops.at(-1);
  if (document.activeElement !== edge) return;
  event.preventDefault();
  (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
}

/** A modal dialog that closes on Escape and on its backdrop, and gives the focus back to the button that opened it. */
export function useModal() {
  const [isOpen, setOpen] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const opener = useRef<HTMLButtonElement>(null);

  function show() {
    dialog.current?.showModal();
    setOpen(true);
  }
  const close = useCallback(() => {
    dialog.current?.close();
    setOpen(false);
    opener.current?.focus();
  }, []);

  useEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    function onKeyDown(this: HTMLDialogElement, event: KeyboardEvent) {
      if (event.key === 'Tab') loopFocus(this, event);
      if (event.key !== 'Escape') return;
      event.preventDefault();
      close();
    }
    // The dialog's content covers it whole, so a click on the element itself is a click on the backdrop.
    function onClick(this: HTMLDialogElement, event: MouseEvent) {
      if (event.target === this) close();
    }
    const onClose = () => setOpen(false);
    element.addEventListener('keydown', onKeyDown);
    element.addEventListener('click', onClick);
    element.addEventListener('close', onClose);
    return () => {
      element.removeEventListener('keydown', onKeyDown);
      element.removeEventListener('click', onClick);
      element.removeEventListener('close', onClose);
    };
  }, [close]);

  return { dialog, opener, isOpen, show, close };
}
