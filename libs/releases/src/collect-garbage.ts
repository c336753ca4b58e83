import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Registry } from '@site/contracts';
import { syncFolder } from './durable-file.ts';
import { ReleaseError } from './errors.ts';
import { readHistory } from './history.ts';
import { withLock } from './lock.ts';
import { releasePaths } from './paths.ts';
import type { RegistryKeys } from './publish.ts';

/** Releases of each app that are kept whatever their age: how far a rollback can reach. */
const KEPT_RELEASES = 20;
/** A page that was opened while a release was live may still ask for its files this long after another took over. */
const PAGE_LIFE_MS = 7 * 86_400_000;

/** What must stay: live, behind the live one, among the last of its app, or live within the life of a page. */
function keptReleases(history: readonly Registry[], now: Date): ReadonlyMap<string, ReadonlySet<string>> {
  const kept = new Map<string, Set<string>>();
  /** Stable releases of each app so far: those that were only tried must not take their places. */
  const stables = new Map<string, Set<string>>();
  const keep = (app: string, release: string): void => {
    const releases = kept.get(app);
    if (releases) releases.add(release);
    else kept.set(app, new Set([release]));
  };
  history.forEach(({ apps }, index) => {
    // A registry ends when the next one begins.
    const replacedAt = history[index - 1]?.issuedAt;
    const isRecent = replacedAt === undefined || now.getTime() - Date.parse(replacedAt) < PAGE_LIFE_MS;
    for (const [app, { stable, previous, canary }] of Object.entries(apps)) {
      const seen = stables.get(app) ?? new Set();
      stables.set(app, seen);
      if (isRecent || seen.size < KEPT_RELEASES || seen.has(stable.release)) keep(app, stable.release);
      seen.add(stable.release);
      if (isRecent && previous) keep(app, previous.release);
      if (isRecent && canary) keep(app, canary.release);
    }
  });
  return kept;
}

/** Folders named like a release; nothing else in there is ours to judge. */
async function releaseFolders(parent: string): Promise<string[]> {
  const entries = await readdir(parent, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() && /^\d+\.\d+\.\d+-[0-9a-f]{12}$/.test(entry.name) ? [entry.name] : []));
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

export interface Garbage {
  /** `<app> <release>` of each folder that was removed. */
  readonly removed: readonly string[];
  readonly bytes: number;
}

/**
 * Removes release folders that neither a visitor nor a rollback can ask for. A folder that was never live is removed a week after it
 * came: a release under way may be about to go live.
 */
export async function collectGarbage(root: string, keys: Pick<RegistryKeys, 'verifying'>, now: Date): Promise<Garbage> {
  return withLock(releasePaths.registryLock(root), async () => {
    // Without a registry that can be trusted nothing may be called garbage.
    const history = await readHistory(root, keys.verifying);
    const [current] = history;
    if (current && history.length < current.serial) {
      const known = new Set(history.map(({ serial }) => serial));
      const lost = Array.from({ length: current.serial }, (_, index) => index + 1).filter((serial) => !known.has(serial));
      throw new ReleaseError(
        'REGISTRY_UNTRUSTED',
        `registries ${lost.join(', ')} are gone or not signed by our key: what was live then cannot be known, and nothing is removed`,
      );
    }
    const kept = keptReleases(history, now);
    const removed: string[] = [];
    let bytes = 0;
    for (const app of Object.keys(current?.apps ?? {})) {
      const parent = join(root, 'r', app);
      for (const release of await releaseFolders(parent)) {
        const folder = join(parent, release);
        if (kept.get(app)?.has(release) || now.getTime() - (await stat(folder)).mtimeMs < PAGE_LIFE_MS) continue;
        bytes += await sizeOf(folder);
        await rm(folder, { recursive: true });
        removed.push(`${app} ${release}`);
      }
      await syncFolder(parent);
    }
    return { removed, bytes };
  });
}
