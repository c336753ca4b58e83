import type { KeyObject } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { Registry, RegistryApp } from '@site/contracts';
import { ReleaseError } from './errors.ts';
import { releasePaths } from './paths.ts';
import { readRegistry, readSerial } from './registry-store.ts';

/**
 * The live registry and every one before it, newest first. What our key did not sign is left out, and so is what is newer than the
 * live one: a write that was cut off before it went live.
 */
export async function readHistory(root: string, verifyingKey: KeyObject): Promise<Registry[]> {
  const current = await readRegistry(root, verifyingKey);
  const names = await readdir(releasePaths.registryFolder(root));
  const serials = names.flatMap((name) => (/^\d+\.json$/.test(name) ? [Number.parseInt(name, 10)] : []));
  const past: Registry[] = [];
  // One after another: a store of years has more files than a process may open at once.
  for (const serial of serials.filter((number) => number < current.serial).sort((a, b) => b - a)) {
    const registry = await readSerial(root, serial, verifyingKey).catch((cause: unknown) => {
      if (cause instanceof ReleaseError) return undefined;
      throw cause;
    });
    if (registry?.serial === serial) past.push(registry);
  }
  return [current, ...past];
}

/** The state of an app when `release` was last live; undefined when it never was. */
export function lastStateOf(history: readonly Registry[], app: string, release: string): RegistryApp | undefined {
  for (const { apps } of history) {
    const entry = apps[app];
    if (entry?.stable.release === release) return entry;
  }
  return undefined;
}

/** One change of one app's live release. */
export interface Deployment {
  readonly serial: number;
  readonly at: string;
  readonly app: string;
  /** Null: the app's first release. */
  readonly from: string | null;
  readonly to: string;
}

/** Every change of what is live, newest first. */
export function deploymentsOf(history: readonly Registry[]): Deployment[] {
  return history.flatMap(({ serial, issuedAt, apps }, index) => {
    const before = history[index + 1]?.apps ?? {};
    return Object.entries(apps).flatMap(([app, { stable }]) => {
      const from = before[app]?.stable.release ?? null;
      return from === stable.release ? [] : [{ serial, at: issuedAt, app, from, to: stable.release }];
    });
  });
}
