import type { KeyboardEvent } from 'react';

/** A ref that focuses the element that replaces a pressed button, once. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();

/** A ref that scrolls an opened form into view if the window is too small for the whole dialog. */
export const bringIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

/** Escape closes the open panel, but not the picture behind it. */
export const onEscape = (dismiss: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape') return;
  // Otherwise both the browser and the dialog's own handler would close the dialog.
  event.preventDefault();
  event.stopPropagation();
  dismiss();
};
