import type { KeyboardEvent } from 'react';

/** A ref: the element that replaces a pressed button takes the focus, once. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();

/** A ref: scrolls an opened form into view where the window is too small for the whole dialog. */
export const comeIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

/** Escape closes the open question, but not the picture behind it. */
export const onEscape = (takeBack: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape') return;
  // Otherwise the dialog closes: by the browser, and by its own handler.
  event.preventDefault();
  event.stopPropagation();
  takeBack();
};
