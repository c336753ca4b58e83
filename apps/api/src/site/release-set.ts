import type { SitePage } from './render-page.ts';
import type { SiteSnapshot } from './site-snapshot.ts';

/** The releases that one visitor has, and the pages that were rendered of them. */
export interface ReleaseSet {
  readonly snapshot: SiteSnapshot;
  readonly pages: Map<string, Promise<SitePage>>;
  /** Those that exist and are rendered, by path. */
  readonly ready: Map<string, SitePage>;
}

export const releaseSet = (snapshot: SiteSnapshot): ReleaseSet => ({ snapshot, pages: new Map(), ready: new Map() });
