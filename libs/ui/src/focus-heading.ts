/** Where the pressed control goes away, the focus waits at the page's heading instead of nowhere. The page does not scroll. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  // What is no control takes the focus only when it is told to.
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
