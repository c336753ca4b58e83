import type { KeyObject } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { registryEntry, type Registry, type RegistryApp, type ReleasePointer } from '@site/contracts';
import { ReleaseError } from './errors.ts';
import { releasePaths } from './paths.ts';
import { readRegistry, readSerial, type PastRegistry } from './registry-store.ts';

/** Registries, newest first. After a few years there are thousands: they are read one at a time, and only as far as needed. */
export type History = AsyncIterable<Registry>;

/**
 * The live registry and all earlier ones. Registries without a trusted signature are left out, and so are those newer than the live
 * one: their write was interrupted before they went live.
 */
export async function* readHistory(root: string, verifyingKey: KeyObject): AsyncGenerator<Registry> {
  const current = await readRegistry(root, verifyingKey);
  yield current;
  yield* readPast(root, verifyingKey, { before: current.serial });
}

interface PastOptions {
  /** Only registries with a smaller serial. */
  readonly before?: number;
  /** Only registries with a greater serial. */
  readonly after?: number;
  /** Only registries that contain it are verified and returned. */
  readonly word?: string;
}

/** Every signed registry that is stored under its serial, whichever of them is live; unsigned ones are left out. */
export async function* readPast(
  root: string,
  verifyingKey: KeyObject,
  { before = Infinity, after = 0, word = '' }: PastOptions = {},
): AsyncGenerator<PastRegistry> {
  const names = await readdir(releasePaths.registryFolder(root));
  const serials = names.flatMap((name) => (/^\d+\.json$/.test(name) ? [Number.parseInt(name, 10)] : []));
  for (const serial of serials.filter((one) => one > after && one < before).sort((a, b) => b - a)) {
    if (word !== '' && !(await readFile(releasePaths.registrySerial(root, serial), 'utf8')).includes(word)) continue;
    const registry = await readSerial(root, serial, verifyingKey).catch((cause: unknown) => {
      if (cause instanceof ReleaseError) return undefined;
      throw cause;
    });
    if (registry?.serial === serial) yield registry;
  }
}

/** The releases of an app that a registry names. */
export function pointersOf(apps: Registry['apps'], app: string): ReleasePointer[] {
  const entry = registryEntry(apps, app);
  return [entry?.stable, entry?.previous, entry?.canary].flatMap((pointer) => (pointer ? [pointer] : []));
}

/** The release as a registry named it while it was live, a canary or the previous release; undefined if none did. */
export async function pointerOf(history: History, app: string, release: string): Promise<ReleasePointer | undefined> {
  for await (const { apps } of history) {
    const pointer = pointersOf(apps, app).find((one) => one.release === release);
    if (pointer) return { release, manifestIntegrity: pointer.manifestIntegrity };
  }
  return undefined;
}

/** The state of an app when `release` was last live; undefined if it never was. */
export async function lastStateOf(history: History, app: string, release: string): Promise<RegistryApp | undefined> {
  for await (const { apps } of history) {
    const entry = registryEntry(apps, app);
    if (entry?.stable.release === release) return entry;
  }
  return undefined;
}

/**
 * Returns true if somebody decided against a release: it was killed, or rolled back, as a canary or as the stable release.
 * Replacing a release with a newer one is not a decision against it.
 */
export async function isRolledBack(history: History, app: string, release: string): Promise<boolean> {
  let isLive = true;
  let newer: RegistryApp | undefined;
  for await (const { apps } of history) {
    const entry = registryEntry(apps, app);
    const [isStable, isTried] = [entry?.stable.release === release, entry?.canary?.release === release];
    if (isLive && entry?.killed.includes(release)) return true;
    if (isLive && (isStable || isTried)) return false;
    if (isTried) return true;
    // A newer release has its predecessor as the previous release.
    if (isStable) return newer?.previous?.release !== release;
    isLive = false;
    newer = entry;
  }
  return false;
}
