/** Address of the site's service worker, and its file in the shell's release. */
export const SERVICE_WORKER = '/service-worker.js';
/** Address of the list of what a browser may keep. */
export const OFFLINE_INDEX = '/offline.json';
/** The shell's page for addresses that were not kept. */
export const OFFLINE_PAGE = '/offline';
/** File of the shell's release that describes the site as an app. */
export const INSTALL_MANIFEST = 'site.webmanifest';
/** Names the set of releases that a document belongs to. */
export const RELEASE_SET_HEADER = 'X-Release-Set';

/** What a browser may keep of the stable releases of one registry. */
export interface OfflineIndex {
  readonly serial: number;
  /** The serial, and a hash of everything else here. */
  readonly set: string;
  /** Addresses that a page needs, its own document first, by path. */
  readonly pages: Readonly<Record<string, readonly string[]>>;
  /** SHA-384 by address. */
  readonly files: Readonly<Record<string, string>>;
}
