/** Returns true for a key that belongs to the browser or to a control that accepts letters, such as a select. */
export function isTyping({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const takesLetters =
    target instanceof HTMLElement &&
    target.closest('select, textarea, input:not([type=range]):not([type=radio]):not([type=checkbox])');
  return ctrlKey || metaKey || altKey || Boolean(takesLetters);
}
