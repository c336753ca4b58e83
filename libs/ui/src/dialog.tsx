import {
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react';

interface DialogProps extends Omit<ComponentProps<'dialog'>, 'open' | 'onClose' | 'ref'> {
  readonly ref?: RefObject<HTMLDialogElement | null>;
  readonly isOpen: boolean;
  /** Called on Escape, on the browser's close gesture, and on a press on the backdrop. */
  readonly onClose: () => void;
  /** Gets the focus when the dialog opens; by default its first control. */
  readonly focusOn?: RefObject<HTMLElement | null>;
  /** Gets the focus when the dialog closes; by default the element that had it before. */
  readonly returnTo?: RefObject<HTMLElement | null>;
}

/**
 * Keeps Tab inside the dialog, because the browser's own trap lets it out to the address bar, and makes it stop at links, which
 * Safari skips unless the visitor has changed a setting. All other keys are left to the browser.
 */
function moveFocus(dialog: HTMLDialogElement, event: KeyboardEvent) {
  const stops = [...dialog.querySelectorAll<HTMLElement>('a[href], button:enabled, input, select, textarea, [tabindex="0"]')];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  if (at < 0) return;
  const beyond = at + (event.shiftKey ? -1 : 1);
  const next = stops.at(beyond % stops.length);
  if (stops[beyond] && !(next instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  next?.focus();
}

/** The browser reports a press on the backdrop as one on the dialog. */
function isOnBackdrop({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>): boolean {
  if (target !== currentTarget) return false;
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

/** While a dialog is open, neither keys nor the wheel move the page behind it. The space of its scroll bar stays, so nothing shifts. */
function holdPage(isHeld: boolean) {
  const { style, clientWidth } = document.documentElement;
  if (isHeld && clientWidth < window.innerWidth) style.scrollbarGutter = 'stable';
  if (!isHeld) style.scrollbarGutter = '';
  style.overflow = isHeld ? 'hidden' : '';
}

/** A modal dialog. */
export function Dialog({ isOpen, onClose, focusOn, returnTo, ref, children, onKeyDown, ...rest }: DialogProps) {
  const own = useRef<HTMLDialogElement>(null);
  const element = ref ?? own;
  const lastFocus = useRef<Element | null>(null);

  const closeDialog = useEffectEvent((dialog: HTMLDialogElement) => {
    if (!dialog.open) return;
    dialog.close();
    // Another one may be open below it.
    if (!document.querySelector('dialog[open]')) holdPage(false);
    const next = returnTo?.current ?? lastFocus.current;
    if (next instanceof HTMLElement) next.focus();
  });
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    if (!isOpen) {
      closeDialog(dialog);
      return;
    }
    lastFocus.current = document.activeElement;
    holdPage(true);
    dialog.showModal();
    focusOn?.current?.focus();
  }, [element, isOpen, focusOn]);
  // Before it leaves the document, because the focus is lost afterward.
  useLayoutEffect(() => {
    const dialog = element.current;
    return () => {
      if (dialog) closeDialog(dialog);
    };
  }, [element]);

  function handleKeyDown(event: KeyboardEvent<HTMLDialogElement>) {
    onKeyDown?.(event);
    if (event.key === 'Tab') moveFocus(event.currentTarget, event);
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onClose();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a modal dialog has the keyboard to itself
    <dialog
      {...rest}
      ref={element}
      onKeyDown={handleKeyDown}
      onClick={(event) => {
        if (isOnBackdrop(event)) onClose();
      }}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {children}
    </dialog>
  );
}
