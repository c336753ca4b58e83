import { entryKey, entryPlace, keepEntryPlace } from './site-history.ts';

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
 * Takes over from the browser, which restores a place at a time it chooses: before the page's content is there (Chromium, and every browser
 * after a reload), or never (WebKit).
 * @param isReturn the document was reloaded, or is one that the visitor has returned to
 */
export function createScrollPlaces(window: Window, isReturn: boolean): ScrollPlaces {
  const { history, document } = window;
  const places = new Map<string, number>();
  let stopWaiting = (): void => undefined;
  window.addEventListener('pagehide', () => {
    keepEntryPlace(history, window.scrollY);
    history.scrollRestoration = 'auto';
  });

  const height = () => document.documentElement.scrollHeight;
  const isWithinReach = (place: number) => Math.floor(place) <= Math.max(0, height() - window.innerHeight);

  /** Content may still be on its way: the page is scrolled again as it grows, until the place is reached or the visitor moves. */
  function waitFor(place: number) {
    let reached = window.scrollY;
    let heightThen = height();
    const observer = new ResizeObserver(() => {
      window.scrollTo(0, place);
      reached = window.scrollY;
      heightThen = height();
      if (isWithinReach(place)) stopWaiting();
    });
    /** A scroll bar that is dragged up sends only this event. So does a page that has become shorter for a moment. */
    const onScroll = () => {
      if (window.scrollY < reached && height() === heightThen) stopWaiting();
    };
    stopWaiting = () => {
      observer.disconnect();
      window.removeEventListener('scroll', onScroll);
      for (const move of OWN_MOVES) window.removeEventListener(move, stopWaiting);
      stopWaiting = () => undefined;
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    for (const move of OWN_MOVES) window.addEventListener(move, stopWaiting, { passive: true });
    observer.observe(document.body);
  }
  const lastPlace = (isReturn && entryPlace(history)) || 0;
  const restored = Math.min(lastPlace, height() - window.innerHeight);
  // Anywhere else, the visitor has scrolled before the scripts arrived.
  if (lastPlace > 0 && (window.scrollY === 0 || Math.abs(window.scrollY - restored) < 1)) waitFor(lastPlace);

  return {
    leave(key) {
      stopWaiting();
      places.set(key, window.scrollY);
      // With Back and Forward, the entry that is left is no longer the one that is shown.
      if (key === entryKey(history)) keepEntryPlace(history, window.scrollY);
      history.scrollRestoration = 'manual';
    },
    arrive(key) {
      stopWaiting();
      const place = places.get(key) ?? entryPlace(history) ?? 0;
      window.scrollTo(0, place);
      if (!isWithinReach(place)) waitFor(place);
    },
  };
}
