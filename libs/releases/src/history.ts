import type { KeyObject } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { Registry, RegistryApp } from '@site/contracts';
import { releasePaths } from './paths.ts';
import { readSerial } from './registry-store.ts';

/**
 * Every registry that there ever was, newest first. The file of a write that was cut off, or that our key did not sign, is left out:
 * it never was live.
 */
export async function readHistory(root: string, verifyingKey: KeyObject): Promise<Registry[]> {
  const names = await readdir(releasePaths.registryFolder(root)).catch(() => []);
  const serials = names.flatMap((name) => (/^\d+\.json$/.test(name) ? [Number.parseInt(name, 10)] : []));
  const registries = await Promise.all(serials.map((serial) => readSerial(root, serial, verifyingKey).catch(() => undefined)));
  return registries.filter((registry) => registry !== undefined).sort((a, b) => b.serial - a.serial);
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
