import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { writeDurably } from '../durable-file.ts';
import { ReleaseError } from '../errors.ts';
import { withLock, type HeldLock } from '../lock.ts';
import { releasePaths } from '../paths.ts';

export interface ReleaseName {
  readonly app: string;
  readonly release: string;
}

/** What a command changes in a store. */
export interface StoreChange {
  /** Signed documents, by their path in the store. */
  readonly documents?: Readonly<Record<string, string>>;
  /** Releases that visitors may need from now on; their folders are complete. */
  readonly releases?: readonly ReleaseName[];
  /** Releases that nobody needs anymore. */
  readonly gone?: readonly ReleaseName[];
  /** A release that must not be removed before this time. */
  readonly kept?: ReleaseName & { readonly until: Date };
}

/** The store of which a folder is only a copy. */
export interface StoreOrigin {
  /** Runs work while no other process of the site changes the releases. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Brings the folder up to date. Runs under the folder's lock. @returns the revision it is at */
  pull(): Promise<number>;
  /**
   * Stores a change that was made from this revision, completely or not at all.
   * @throws ReleaseError REGISTRY_BUSY if another change came first, STORE_UNREACHABLE
   */
  commit(change: StoreChange, revision: number): Promise<void>;
  /** Deletes stored files that no revision needs. */
  removeUnused(now: Date): Promise<void>;
}

const origins = new Map<string, StoreOrigin>();

/** The origin of a folder; undefined: the folder is the store itself. */
export const originOfStore = (root: string): StoreOrigin | undefined => origins.get(resolve(root));

/** From now on every change in this folder is first stored in its origin. @returns a function that ends this */
export function keepInOrigin(root: string, origin: StoreOrigin): () => void {
  origins.set(resolve(root), origin);
  return () => void origins.delete(resolve(root));
}

interface ChangedStore extends HeldLock {
  /** Call it before any part of the change is visible in the folder. */
  readonly commit: (change: StoreChange) => Promise<void>;
  /** Writes a document of the change into the folder. */
  readonly write: (path: string, text: string) => Promise<void>;
}

/**
 * Makes a change to the store. Only one is made at a time, among all processes that see the folder and all that share its origin.
 * @throws ReleaseError RELEASE_REFUSED if the folder is a copy whose origin this process does not know
 */
export async function changeStore<T>(root: string, work: (store: ChangedStore) => Promise<T>): Promise<T> {
  const origin = originOfStore(root);
  const lock = releasePaths.registryLock(root);
  if (!origin) {
    if (existsSync(releasePaths.copyRevision(root)))
      throw new ReleaseError(
        'RELEASE_REFUSED',
        `${root} is a copy of releases in a site's database: add --to <address of the site>, or set RELEASE_STORE=database and the settings of its server`,
      );
    return withLock(lock, ({ assertHeld }) =>
      work({
        assertHeld,
        commit: () => Promise.resolve(),
        write: (path, text) => assertHeld().then(() => writeDurably(path, text)),
      }),
    );
  }
  return origin.exclusively(() =>
    withLock(lock, async ({ assertHeld }) => {
      const revision = await origin.pull();
      return work({
        assertHeld,
        commit: (change) => origin.commit(change, revision),
        // The change is stored. If writing fails, or another process has taken over the folder, the next pull writes the text.
        write: (path, text) =>
          assertHeld()
            .then(() => writeDurably(path, text))
            .catch(() => undefined),
      });
    }),
  );
}
