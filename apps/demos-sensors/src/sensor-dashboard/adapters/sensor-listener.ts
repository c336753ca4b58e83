import type { Evidence } from '../card-state.ts';
import type { SignalId, Values } from '../measures/signals.ts';

/** Receives an adapter's values, and what it learns about the availability of its sensor. */
export interface SensorListener {
  /** `time` is in milliseconds of performance.now(). Do not report a sample whose values are all null. */
  sample(signal: SignalId, time: number, values: Values): void;
  report(signal: SignalId, evidence: Partial<Evidence>): void;
  /** True while the sensor's latest value is valid. */
  isLive(signal: SignalId): boolean;
}

/** Stops listening and releases all resources. */
export type Stop = () => void;

/** The number, or null if it is missing or not a number. */
export const numberOrNull = (value: unknown): number | null => (typeof value === 'number' && !Number.isNaN(value) ? value : null);

export const hasAny = (values: Values): boolean => values.some((value) => value !== null);

/**
 * The browser's current permission, or undefined if it does not say. Some browsers throw for unknown names; some lack the
 * function.
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
