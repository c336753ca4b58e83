// oxlint-disable-next-line no-restricted-imports -- the shell provides the router, and builds it from these
import { createPath, NavigationType, type Location, type NavigateOptions, type Navigator, type To } from 'react-router-dom';

export interface Visit {
  readonly location: Location;
  readonly action: NavigationType;
  /** Set when the visitor's browser should animate from the page that is shown to this one. */
  readonly viewTransition: boolean;
  /** Set when the next key press or click may depend on the navigation: the page is rendered before the call returns. */
  readonly isSynchronous: boolean;
}

/** The browser's history in the form that React Router's `<Router>` takes. */
export interface SiteHistory extends Navigator {
  current(): Visit;
  listen(listener: (visit: Visit) => void): () => void;
}

interface HistoryEntry {
  readonly usr?: unknown;
  readonly key?: string;
  /** Where the visitor was on the page, in px from its top, when they left it. */
  readonly place?: number;
}

const newKey = () => Math.random().toString(36).slice(2, 10);
// Either what this module wrote, or nothing.
const entryOf = (history: History) => history.state as HistoryEntry | null;

/** Key of the entry that is shown: also after a reload. Empty before `createSiteHistory`, unless the document was loaded before. */
export const entryKey = (history: History): string => entryOf(history)?.key ?? '';
export const entryPlace = (history: History): number | undefined => entryOf(history)?.place;

function replaceEntry(history: History, entry: HistoryEntry, address?: URL): void {
  try {
    history.replaceState(entry, '', address);
  } catch {
    // Safari rejects the hundredth change within thirty seconds.
  }
}

const addToEntry = (history: History, added: HistoryEntry) => replaceEntry(history, { ...entryOf(history), ...added });

/** Adds the place to the entry that is shown. The browser keeps it with its history: nothing else is stored. */
export const keepEntryPlace = (history: History, place: number) => addToEntry(history, { place });

const entryFor = (state: unknown): HistoryEntry => ({ usr: state, key: newKey() });

interface HistoryPorts {
  /** Called with the path of another page before any of it is rendered. */
  onOpen(pathname: string): void;
  /** Called with the key of the entry that is about to be left. */
  onLeave(key: string): void;
}

export function createSiteHistory(window: Window, { onOpen, onLeave }: HistoryPorts): SiteHistory {
  const listeners = new Set<(visit: Visit) => void>();

  function locationNow({ pathname, search, hash }: Pick<URL, 'pathname' | 'search' | 'hash'> = window.location): Location {
    // The browser has made this entry: for the first page, or for a fragment.
    if (!entryKey(window.history)) addToEntry(window.history, { key: newKey() });
    return { pathname, search, hash, state: entryOf(window.history)?.usr ?? null, key: entryKey(window.history) };
  }
  let visit: Visit = { location: locationNow(), action: NavigationType.Pop, viewTransition: false, isSynchronous: false };

  function arrive(action: NavigationType, options: NavigateOptions = {}, address?: URL) {
    const location = locationNow(address);
    const isOther = location.pathname !== visit.location.pathname;
    visit = {
      location,
      action,
      viewTransition: options.viewTransition === true && isOther,
      isSynchronous: options.flushSync === true,
    };
    if (isOther) onOpen(location.pathname);
    for (const listener of listeners) listener(visit);
  }
  const createHref = (to: To) => (typeof to === 'string' ? to : createPath(to));
  const addressOf = (to: To) => new URL(createHref(to), window.location.href);

  return {
    current: () => visit,
    listen(listener) {
      if (listeners.size === 0) window.addEventListener('popstate', onPopState);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener('popstate', onPopState);
      };
    },
    createHref,
    go: (delta) => window.history.go(delta),
    push(to, state, options) {
      // The second click on a link, before its page is shown.
      const address = addressOf(to);
      if (state === undefined && address.href === window.location.href) return;
      onLeave(visit.location.key);
      try {
        window.history.pushState(entryFor(state), '', address);
      } catch {
        // Safari rejects the hundredth entry within thirty seconds; then a full page load opens the page.
        window.location.assign(address);
        return;
      }
      arrive(NavigationType.Push, options);
    },
    replace(to, state, options) {
      const address = addressOf(to);
      replaceEntry(window.history, entryFor(state), address);
      // Not what the browser shows: if it has refused, the page changes all the same, and the address follows with a later change.
      arrive(NavigationType.Replace, options, address);
    },
  };

  function onPopState() {
    onLeave(visit.location.key);
    arrive(NavigationType.Pop);
  }
}
