/** Where the visitor was on each entry of the history, in px from the top of the page. */
export interface ScrollPlaces {
  /** Must be called before the page moves to another entry. @param key of the entry that is left */
  leave(key: string): void;
  /** Scrolls to where the visitor was, or to the top of a page that is new to them. @param key of the entry that is shown now */
  arrive(key: string): void;
}

/** Events that show that the visitor is scrolling. */
const OWN_MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Takes over from the browser, which restores a place at a time it chooses: before the page's content is there (Chromium), or never
 * (WebKit). It still does so when a document is reloaded or returned to.
 */
export function createScrollPlaces(window: Window): ScrollPlaces {
  const { history, document } = window;
  const places = new Map<string, number>();
  let stopWaiting = (): void => undefined;
  window.addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto';
  });

  /** Content may still be on its way: the page is scrolled again as it grows, until the place is reached or the visitor moves. */
  function waitFor(place: number) {
    let reached = window.scrollY;
    const observer = new ResizeObserver(() => {
      // A scroll bar that is dragged up sends none of these events.
      if (window.scrollY < reached) return stopWaiting();
      window.scrollTo(0, place);
      reached = window.scrollY;
      if (isWithinReach(place)) stopWaiting();
    });
    stopWaiting = () => {
      observer.disconnect();
      for (const move of OWN_MOVES) window.removeEventListener(move, stopWaiting);
      stopWaiting = () => undefined;
    };
    for (const move of OWN_MOVES) window.addEventListener(move, stopWaiting, { passive: true });
    observer.observe(document.body);
  }
  const isWithinReach = (place: number) =>
    Math.floor(place) <= Math.max(0, document.documentElement.scrollHeight - window.innerHeight);

  return {
    leave(key) {
      stopWaiting();
      places.set(key, window.scrollY);
      history.scrollRestoration = 'manual';
    },
    arrive(key) {
      stopWaiting();
      const place = places.get(key) ?? 0;
      window.scrollTo(0, place);
      if (!isWithinReach(place)) waitFor(place);
    },
  };
}
