import type { KeyObject } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import {
  registryEntry,
  retiredEntry,
  VISITOR_BUCKETS,
  type Registry,
  type RegistryApp,
  type ReleasePointer,
} from '@site/contracts';
import type { Provenance } from './authority/tuf-metadata.ts';
import { ReleaseError } from './errors.ts';
import { releasePaths } from './paths.ts';
import { readRegistry, readSerial, type PastRegistry } from './registry-store.ts';
import { bucketCount } from './visitor-sets.ts';

/**
 * The live registry and all earlier ones, newest first. Registries without a trusted signature are left out, and so are those newer
 * than the live one: their write was interrupted before they went live.
 */
export async function readHistory(root: string, verifyingKey: KeyObject): Promise<Registry[]> {
  const current = await readRegistry(root, verifyingKey);
  const past = await readPast(root, verifyingKey);
  return [current, ...past.filter(({ serial }) => serial < current.serial)];
}

/**
 * Every signed registry that is stored under its serial, newest first, whichever of them is live; unsigned ones are left out.
 * @param word only registries that contain it are verified and returned
 */
export async function readPast(root: string, verifyingKey: KeyObject, word = ''): Promise<PastRegistry[]> {
  const names = await readdir(releasePaths.registryFolder(root));
  const serials = names.flatMap((name) => (/^\d+\.json$/.test(name) ? [Number.parseInt(name, 10)] : []));
  const past: PastRegistry[] = [];
  // One at a time, because after a few years a store has more files than a process may open at once.
  for (const serial of serials.sort((a, b) => b - a)) {
    if (word !== '' && !(await readFile(releasePaths.registrySerial(root, serial), 'utf8')).includes(word)) continue;
    const registry = await readSerial(root, serial, verifyingKey).catch((cause: unknown) => {
      if (cause instanceof ReleaseError) return undefined;
      throw cause;
    });
    if (registry?.serial === serial) past.push(registry);
  }
  return past;
}

/** The releases of an app that a registry names. */
export function pointersOf(apps: Registry['apps'], app: string): ReleasePointer[] {
  const entry = registryEntry(apps, app);
  return [entry?.stable, entry?.previous, entry?.canary].flatMap((pointer) => (pointer ? [pointer] : []));
}

/** The state of an app when `release` was last live; undefined if it never was. */
export function lastStateOf(history: readonly Registry[], app: string, release: string): RegistryApp | undefined {
  for (const { apps } of history) {
    const entry = registryEntry(apps, app);
    if (entry?.stable.release === release) return entry;
  }
  return undefined;
}

/**
 * Returns true if somebody decided against a release: it was killed, or rolled back, as a canary or as the stable release.
 * Replacing a release with a newer one is not a decision against it.
 */
export function isRolledBack(history: readonly Registry[], app: string, release: string): boolean {
  const [now] = history;
  if (now && registryEntry(now.apps, app)?.killed.includes(release)) return true;
  for (const [index, { apps }] of history.entries()) {
    const [entry, before] = [registryEntry(apps, app), registryEntry(history[index + 1]?.apps ?? {}, app)];
    if (entry?.stable.release === release || entry?.canary?.release === release) return false;
    if (before?.canary?.release === release) return true;
    // A newer release has its predecessor as the previous release.
    if (before?.stable.release === release) return entry?.previous?.release !== release;
  }
  return false;
}

/** The origin of a release, as its signer stated it. */
export type Origin = Pick<Provenance, 'repository' | 'commit' | 'isDirty' | 'builder' | 'message'>;

/** One change to the release of an app that visitors get: all of them, or the share that sees a canary. */
export interface Deployment {
  readonly serial: number;
  readonly at: string;
  readonly app: string;
  /** Null: the app's first release, or the start of a canary. */
  readonly from: string | null;
  /** Null: the end of a canary or, without a share, a retired remote. */
  readonly to: string | null;
  /** For a canary: the share of the visitors who see it from then on, 0.05 for 5%. Undefined for a stable release. */
  readonly share?: number;
  /** Who made the change, and why. Undefined for commands from before there were teams. */
  readonly by?: Registry['by'];
  /** Origin of the release that visitors get from then on. Undefined without a statement. */
  readonly origin?: Origin;
}

type Change = Pick<Deployment, 'from' | 'to' | 'share'>;

function changesOf(now: RegistryApp, before: RegistryApp | undefined): Change[] {
  const changes: Change[] = [];
  const was = before?.stable.release ?? null;
  if (was !== now.stable.release) changes.push({ from: was, to: now.stable.release });
  const [share, shareBefore] = [now.canary, before?.canary].map((canary) => bucketCount(canary?.buckets ?? []) / VISITOR_BUCKETS);
  const triedBefore = before?.canary?.release ?? null;
  const tried = now.canary?.release ?? null;
  // A promotion is listed as a change of the stable release.
  if (triedBefore !== tried && triedBefore !== now.stable.release && tried === null)
    changes.push({ from: triedBefore, to: null, share: 0 });
  if (tried !== null && (tried !== triedBefore || share !== shareBefore))
    changes.push({ from: triedBefore, to: tried, share: share ?? 0 });
  return changes;
}

/** Every change to what visitors get, newest first. */
export function deploymentsOf(history: readonly Registry[]): Deployment[] {
  return history.flatMap(({ serial, issuedAt, by, apps, retired }, index) => {
    const before = history[index + 1];
    const changed = (app: string, change: Change): Deployment => ({ serial, at: issuedAt, app, ...change, ...(by && { by }) });
    const live = Object.entries(apps).flatMap(([app, entry]) =>
      changesOf(entry, before?.apps[app]).map((change) => changed(app, change)),
    );
    const gone = Object.entries(retired ?? {}).filter(([app]) => !retiredEntry(before, app));
    return [...live, ...gone.map(([app, { last }]) => changed(app, { from: last.stable.release, to: null }))];
  });
}
