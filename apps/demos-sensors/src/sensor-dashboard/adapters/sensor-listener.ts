import type { Evidence } from '../card-state.ts';
import type { SignalId, Values } from '../measures/signals.ts';

/** What an adapter tells: values as they come, and what it learns about being able to give any. */
export interface SensorListener {
  /** `time` is in milliseconds of performance.now(). Values that are all null are no sample and must not be told. */
  sample(signal: SignalId, time: number, values: Values): void;
  report(signal: SignalId, evidence: Partial<Evidence>): void;
}

/** Ends listening and gives back everything that was taken. */
export type Stop = () => void;

/** A number, or null for what is missing, null or not a number. */
export const numberOrNull = (value: unknown): number | null => (typeof value === 'number' && !Number.isNaN(value) ? value : null);

export const hasAny = (values: Values): boolean => values.some((value) => value !== null);

/**
 * The browser's current permission; undefined where it does not say. Unknown names throw in some browsers, and some
 * have no such call at all.
 */
export async function permissionOf(window: Window, name: string): Promise<PermissionStatus | undefined> {
  try {
    // The DOM types do not list the sensors' names.
    return await window.navigator.permissions.query({ name: name as PermissionName });
  } catch {
    return undefined;
  }
}

const PERMISSIONS = { granted: 'allowed', denied: 'refused', prompt: 'ask' } as const;
export const permissionWord = (state: PermissionState): Evidence['permission'] => PERMISSIONS[state];
