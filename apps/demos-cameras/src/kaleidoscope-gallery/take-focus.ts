import type { KeyboardEvent } from 'react';

/** A ref: what comes in place of a pressed button takes its focus, once. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();

/** A ref: in a window too small for the whole dialog, what was asked for comes into view with its buttons. */
export const comeIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

/** Escape takes back the question that is open, and leaves the picture behind it as it is. */
export const onEscape = (takeBack: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape') return;
  // A browser closes the dialog unless the key is taken.
  event.preventDefault();
  takeBack();
};
