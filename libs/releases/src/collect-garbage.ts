import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { retiredEntry, type Registry } from '@site/contracts';
import { syncPath } from './durable-file.ts';
import { ReleaseError } from './errors.ts';
import { readHistory } from './history.ts';
import { changeStore, originOfStore, type ReleaseName, type StoreChange } from './origin/store-origin.ts';
import { releasePaths } from './paths.ts';
import { readRegistry, type RegistryKeys } from './registry-store.ts';

/** Number of releases per app that are kept whatever their age: how far back a rollback can always reach. */
const KEPT_RELEASES = 20;
/** A page that was opened while a release was live may still request its files this long after another took over. */
const PAGE_LIFE_MS = 7 * 86_400_000;

/** A retired remote can be restored for this long. */
export const RETIRED_LIFE_MS = 30 * 86_400_000;

/** Releases to keep: live or previous, among the last `KEPT_RELEASES` of their app, or live within the lifetime of a page. */
class KeptReleases {
  private readonly kept = new Map<string, Set<string>>();
  /** Stable releases of each app so far; releases that were only canaries do not count. */
  private readonly stables = new Map<string, Set<string>>();
  /** A registry ends when the next one begins. */
  private replacedAt: string | undefined;

  constructor(
    private readonly live: Registry,
    private readonly now: Date,
  ) {}

  /** Registries are added newest first. */
  add({ apps, issuedAt }: Registry): void {
    const isRecent = this.replacedAt === undefined || this.now.getTime() - Date.parse(this.replacedAt) < PAGE_LIFE_MS;
    this.replacedAt = issuedAt;
    for (const [app, { stable, previous, canary }] of Object.entries(apps)) {
      const seen = this.stables.get(app) ?? new Set();
      this.stables.set(app, seen);
      if (this.isGone(app) && !isRecent) continue;
      if (isRecent || seen.size < KEPT_RELEASES || seen.has(stable.release)) this.keep(app, stable.release);
      seen.add(stable.release);
      if (isRecent && previous) this.keep(app, previous.release);
      if (isRecent && canary) this.keep(app, canary.release);
    }
  }

  has(app: string, release: string): boolean {
    return this.kept.get(app)?.has(release) === true;
  }

  private keep(app: string, release: string): void {
    const releases = this.kept.get(app) ?? new Set();
    this.kept.set(app, releases.add(release));
  }

  private isGone(app: string): boolean {
    const retired = retiredEntry(this.live, app);
    return retired !== undefined && this.now.getTime() - Date.parse(retired.at) >= RETIRED_LIFE_MS;
  }
}

/** Folders taken out of the store, `.discarded-<release>-<any>`: nothing reads them, whether complete or not. */
const DISCARDED = /^\.discarded-(\d+\.\d+\.\d+-[0-9a-f]{12})-/;
const RELEASE = /^\d+\.\d+\.\d+-[0-9a-f]{12}$/;

export const isTakenOut = (folder: string): boolean => DISCARDED.test(folder);

/** Takes a release out of the store in one step. @returns the new name of its folder */
export async function takeOut(parent: string, release: string): Promise<string> {
  const away = `.discarded-${release}-${randomUUID()}`;
  await rename(join(parent, release), join(parent, away));
  return away;
}

/** Names of an app's folders; empty if there are none. */
async function foldersOf(parent: string): Promise<string[]> {
  const entries = await readdir(parent, { withFileTypes: true }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return [];
    throw cause;
  });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}

/** The size of a folder in which another command may be deleting files. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      stat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

export interface Garbage {
  /** `<app> <release>` of each folder that was removed. */
  readonly removed: readonly string[];
  readonly bytes: number;
}

interface Discarded {
  readonly app: string;
  readonly parent: string;
  readonly name: string;
}

/** Decides what is garbage, and takes it out of the store by renaming it. Runs under the store's lock, and deletes nothing. */
async function discard(
  root: string,
  keys: Pick<RegistryKeys, 'verifying'>,
  now: Date,
  commit: (change: StoreChange) => Promise<void>,
): Promise<Discarded[]> {
  // Without a trusted registry nothing can be called garbage.
  const current = await readRegistry(root, keys.verifying);
  const kept = new KeptReleases(current, now);
  const lost = new Set(Array.from({ length: current.serial }, (_, index) => index + 1));
  for await (const registry of readHistory(root, keys.verifying)) {
    kept.add(registry);
    lost.delete(registry.serial);
  }
  if (lost.size > 0) {
    const missing = lost.size === 1 ? `registry ${[...lost].join()} is` : `registries ${[...lost].join(', ')} are`;
    throw new ReleaseError(
      'REGISTRY_UNTRUSTED',
      `${missing} missing or not signed by our key: what was live then is unknown, so nothing is removed`,
    );
  }
  const discarded: Discarded[] = [];
  const gone: ReleaseName[] = [];
  for (const app of [...Object.keys(current.apps), ...Object.keys(current.retired ?? {})]) {
    const parent = join(root, 'r', app);
    for (const name of await foldersOf(parent)) {
      // Left by a command that was killed between renaming the folder and deleting it.
      if (DISCARDED.test(name)) discarded.push({ app, parent, name });
      if (!RELEASE.test(name) || kept.has(app, name)) continue;
      if (now.getTime() - (await stat(join(parent, name))).mtimeMs < PAGE_LIFE_MS) continue;
      gone.push({ app, release: name });
    }
  }
  await commit({ gone });
  for (const { app, release } of gone) {
    const parent = join(root, 'r', app);
    const away = await takeOut(parent, release);
    discarded.push({ app, parent, name: away });
  }
  return discarded;
}

/**
 * Keeps the folder of a release, even if the release is replaced, for visitors who may open a page of it until `end`, and for the
 * lifetime of that page. The folder's modification time is set so that it counts as new for that long. Runs under the registry's
 * lock, so that the folder is not taken out in the meantime.
 * @throws ReleaseError RELEASE_REFUSED if the folder is gone
 */
export async function keepUntil(root: string, app: string, release: string, end: Date): Promise<void> {
  const folder = releasePaths.release(root, app, release);
  const found = await stat(folder).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null;
    throw cause;
  });
  if (!found) throw new ReleaseError('RELEASE_REFUSED', `${app} ${release} is no longer in this store; release it again`);
  if (found.mtime < end) await utimes(folder, end, end);
}

const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 3 });

/**
 * Removes release folders that neither a visitor nor a rollback could need. A folder that was never live is removed only after a
 * week, because it may be about to go live. The registry's lock is held only while the folders are chosen and renamed; a
 * command that releases one of them again during the deletion finds no folder with its name, and creates one.
 * @param remove deletes a folder with its content
 */
export async function collectGarbage(
  root: string,
  keys: Pick<RegistryKeys, 'verifying'>,
  now: Date,
  remove: (folder: string) => Promise<void> = removeFolder,
): Promise<Garbage> {
  const discarded = await changeStore(root, ({ commit }) => discard(root, keys, now, commit));
  // First make the new names durable: after a power failure no release may be incomplete.
  for (const parent of new Set(discarded.map((folder) => folder.parent))) await syncPath(parent);
  const removed: string[] = [];
  let bytes = 0;
  for (const { app, parent, name } of discarded) {
    const folder = join(parent, name);
    bytes += await sizeOf(folder);
    await remove(folder);
    removed.push(`${app} ${DISCARDED.exec(name)?.[1] ?? name}`);
  }
  await originOfStore(root)?.removeUnused(now);
  return { removed, bytes };
}
