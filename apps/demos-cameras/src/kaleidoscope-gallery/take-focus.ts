/** A ref: what comes in place of a pressed button takes its focus, once. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();

/** A ref: in a window too small for the whole dialog, what was asked for comes into view with its buttons. */
export const comeIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });
