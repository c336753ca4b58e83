import type { SafeStorage } from '@site/host';
import { entryKey } from './site-history.ts';

/** Where the visitor was on each entry of the history, in px from the top of the page. */
export interface ScrollPlaces {
  /** Must be called before the page moves to another entry. @param key of the entry that is left */
  leave(key: string): void;
  /** Scrolls to where the visitor was, or to the top of a page that is new to them. @param key of the entry that is shown now */
  arrive(key: string): void;
}

/** Events that show that the visitor is scrolling. */
const OWN_MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

interface ScrollPlacesPorts {
  /** Keeps the places while the tab is open. */
  readonly storage: SafeStorage;
  /** The document was reloaded, or is one that the visitor has returned to. */
  readonly isReturn: boolean;
}

const STORED = 'scroll-places';
/** Entries whose places are kept: a long visit's newest. */
const MAX_STORED = 50;

function readPlaces(storage: SafeStorage): Map<string, number> {
  try {
    return new Map(JSON.parse(storage.getItem(STORED) ?? '[]') as [string, number][]);
  } catch {
    return new Map();
  }
}

/**
 * Takes over from the browser, which restores a place at a time it chooses: before the page's content is there (Chromium, and every browser
 * after a reload), or never (WebKit).
 */
export function createScrollPlaces(window: Window, { storage, isReturn }: ScrollPlacesPorts): ScrollPlaces {
  const { history, document } = window;
  const places = readPlaces(storage);
  let stopWaiting = (): void => undefined;
  window.addEventListener('pagehide', () => {
    keep(entryKey(history));
    storage.setItem(STORED, JSON.stringify([...places].slice(-MAX_STORED)));
    history.scrollRestoration = 'auto';
  });

  function keep(key: string): void {
    // The newest is the last.
    places.delete(key);
    places.set(key, window.scrollY);
  }

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
  const lastPlace = (isReturn && places.get(entryKey(history))) || 0;
  const restored = Math.min(lastPlace, height() - window.innerHeight);
  // Anywhere else, the visitor has scrolled before the scripts arrived.
  if (lastPlace > 0 && (window.scrollY === 0 || Math.abs(window.scrollY - restored) < 1)) waitFor(lastPlace);

  return {
    leave(key) {
      stopWaiting();
      keep(key);
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
