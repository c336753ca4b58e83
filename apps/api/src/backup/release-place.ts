import type { Config } from '../config/config.ts';
import { bundlesIn, releaseBucket } from '../releases/release-bucket.ts';
import { FolderPlace, type BackupPlace } from './backup-place.ts';

/** The release store as files. */
export type ReleasePlace = Pick<BackupPlace, 'name' | 'put' | 'get'> & {
  /**
   * The registry first, the current one before the others. It never names a release that is not there yet, so each part is listed only
   * after the reader has been given whatever names it.
   */
  readonly paths: () => AsyncIterable<string>;
};

/** Names the releases that are live. */
export const CURRENT = 'registry/current';

const isHidden = (path: string): boolean => /(^|\/)\./.test(path);
/** Locks, uploads that are not committed, and files that are still being written. */
const isTransient = (path: string): boolean => path.startsWith('uploads/') || path === 'registry/lock' || isHidden(path);
export const isRegistry = (path: string): boolean => path.startsWith('registry/') || path.startsWith('authority/');

/**
 * False for a path that leads out of the release store, as `..` does. No store lists one, but a backup may come from anyone who can write
 * where backups are kept.
 */
export const isReleasePath = (path: string): boolean => !/^\/|\/\/|[\\\0]/.test(path) && !isHidden(path);

/** The releases of this site. With `RELEASE_STORE=database` the registry is in the database, and is backed up with its rows. */
export function openReleasePlace({ releaseStore, releasesDir, objectStore }: Config): ReleasePlace {
  if (releaseStore === 'folder' || objectStore === null) {
    const folder = new FolderPlace(releasesDir, { file: 0o644, folder: 0o755 });
    return {
      name: folder.name,
      put: (path, content) => folder.put(path, content),
      get: (path) => folder.get(path),
      async *paths() {
        yield CURRENT;
        for (const part of ['registry', 'authority', '.'])
          for await (const { path } of folder.list(part))
            if (path !== CURRENT && !isTransient(path) && (part !== '.' || !isRegistry(path))) yield path;
      },
    };
  }
  const bundles = bundlesIn(releaseBucket(objectStore));
  return {
    name: `the bucket ${objectStore.bucket}`,
    async put(path, content) {
      // In an address each of these has a special meaning, and `%2e%2e` is the same as `..`.
      if (/[?#%]/.test(path)) throw new Error(`the backup lists ${JSON.stringify(path)}, which is not a release`);
      await bundles.put(path, Buffer.from(content));
    },
    get: (path) => bundles.get(path),
    async *paths() {
      for await (const { key } of bundles.list()) yield key;
    },
  };
}
