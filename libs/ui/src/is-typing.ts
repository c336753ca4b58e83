/** True for a key that belongs to the browser or to a control that takes letters itself, as a list of choices does. */
export function isTyping({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const takesLetters =
    target instanceof HTMLElement &&
    target.closest('select, textarea, input:not([type=range]):not([type=radio]):not([type=checkbox])');
  return ctrlKey || metaKey || altKey || Boolean(takesLetters);
}
