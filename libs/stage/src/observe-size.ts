/**
 * Calls `changed` when the element's size changes, or how many pixels the display has for each CSS pixel: a window that is moved to
 * another display keeps its size.
 * @returns a function that ends this
 */
export function observeSize(element: Element, changed: () => void): () => void {
  const observer = new ResizeObserver(changed);
  observer.observe(element);
  const stopped = new AbortController();
  const awaitOtherRatio = () => {
    const ratio = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    const act = () => {
      awaitOtherRatio();
      // Paper has a ratio of its own, and the exhibit is printed as it is.
      if (!window.matchMedia('print').matches) changed();
    };
    ratio.addEventListener('change', act, { once: true, signal: stopped.signal });
  };
  awaitOtherRatio();
  return () => {
    observer.disconnect();
    stopped.abort();
  };
}
