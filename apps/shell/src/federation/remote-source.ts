import type { BootRelease, BootRemote, BootRoute, Preload } from '@site/contracts';
import type { SafeStorage } from '@site/host';

/** A release that a page can be loaded from. */
export interface RemoteSource extends BootRelease {
  readonly remote: string;
  /** Files that the page needs beyond `shared`. */
  readonly preload: Preload;
}

/** Remembers for this visit which releases failed: their next page is loaded from the previous release at once. */
export interface BrokenReleases {
  has(source: RemoteSource): boolean;
  add(source: RemoteSource): void;
  forget(source: RemoteSource): void;
}

/** The releases that a page can be loaded from: the live one, and the previous one unless the page is newer. */
export function sourcesOf(remote: BootRemote, route: BootRoute): readonly [RemoteSource, ...RemoteSource[]] {
  const { name, routes: _routes, previous, ...release } = remote;
  const live = { ...release, remote: name, preload: route.preload };
  const pageBefore = previous?.pages[route.path];
  if (!previous || !pageBefore) return [live];
  const { pages: _pages, ...releaseBefore } = previous;
  return [live, { ...releaseBefore, remote: name, preload: pageBefore }];
}

const STORAGE_KEY = 'site-broken-releases';
/** More deployments than a visit can see. */
const MAX_REMEMBERED = 20;

const nameOf = ({ remote, release }: RemoteSource) => `${remote} ${release}`;

/** Kept in session storage: the next visit tries the live release again. */
export function brokenReleases(storage: SafeStorage): BrokenReleases {
  const names = new Set(storage.getItem(STORAGE_KEY)?.split('\n'));
  const keep = () => storage.setItem(STORAGE_KEY, [...names].slice(-MAX_REMEMBERED).join('\n'));
  return {
    has: (source) => names.has(nameOf(source)),
    add(source) {
      names.add(nameOf(source));
      keep();
    },
    forget(source) {
      names.delete(nameOf(source));
      keep();
    },
  };
}
