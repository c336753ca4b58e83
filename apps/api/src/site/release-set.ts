import type { OfflineIndex } from '@site/contracts';
import type { SitePage } from './render-page.ts';
import type { SiteSnapshot } from './site-snapshot.ts';

/** The releases that a visitor gets, and the pages rendered from them. */
export interface ReleaseSet {
  readonly snapshot: SiteSnapshot;
  readonly pages: Map<string, Promise<SitePage>>;
  /** Documents of pages with their lead, least recently requested first. */
  readonly leads: Map<string, Promise<SitePage>>;
  /** Documents of addresses with their own title or picture, least recently requested first. */
  readonly special: Map<string, Promise<SitePage>>;
  /** Existing, rendered pages by path. */
  readonly ready: Map<string, SitePage>;
  /** The index of the files of this set that browsers may keep; made when first requested. */
  offline?: Promise<OfflineIndex>;
}

export const releaseSet = (snapshot: SiteSnapshot): ReleaseSet => ({
  snapshot,
  pages: new Map(),
  leads: new Map(),
  special: new Map(),
  ready: new Map(),
});
