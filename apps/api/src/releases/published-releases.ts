import type { KeyObject } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { namesIn, readPublished, readRegistry, releasePaths } from '@site/releases';

/** Returns true if our key has signed this manifest of this release, for the live site or an earlier one. */
export type IsPublished = (app: string, release: string, integrity: string) => Promise<boolean>;

/** Knows the releases of a store from its signed registries, which are read again when the live one changes. */
export function publishedReleases(root: string, verifyingKey: KeyObject): IsPublished {
  let known: { readonly stamp: string; readonly live: Set<string>; past: Promise<Set<string>> | null } | null = null;
  return async (app, release, integrity) => {
    const name = `${app} ${release} ${integrity}`;
    const { mtimeMs, ino } = await stat(releasePaths.registryCurrent(root));
    const stamp = `${ino} ${mtimeMs}`;
    let current = known;
    if (current?.stamp !== stamp) {
      // A registry not signed by our key is ignored: the site keeps the previous one, and its files.
      const live = await readRegistry(root, verifyingKey).then(
        (registry) => new Set(namesIn(registry)),
        () => known?.live ?? new Set<string>(),
      );
      // Another request may have read an older registry in the meantime: this one uses what it has read itself.
      current = { stamp, live, past: null };
      known = current;
    }
    if (current.live.has(name)) return true;
    // After a few years a store has thousands of registries: they are read only for tabs that are older than the live site.
    current.past ??= readPublished(root, verifyingKey);
    try {
      return (await current.past).has(name);
    } catch (error) {
      // Retried on the next request.
      current.past = null;
      throw error;
    }
  };
}
