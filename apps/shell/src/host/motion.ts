import type { MotionControl, SafeStorage } from '@site/host';

const KEY = 'motion';

interface Environment {
  readonly prefersReducedMotion: boolean;
  /** Undefined on the server. */
  readonly storage: SafeStorage | undefined;
}

/** The visitor's own choice wins over the system's preference, and is remembered unless it holds for this visit alone. */
export function createMotionControl({ prefersReducedMotion, storage }: Environment): MotionControl {
  const listeners = new Set<() => void>();
  const remembered = storage?.getItem(KEY);
  let paused = remembered ? remembered === 'paused' : prefersReducedMotion;
  return {
    isPaused: () => paused,
    setPaused(next, isRemembered = true) {
      if (next === paused) return;
      paused = next;
      if (isRemembered) storage?.setItem(KEY, next ? 'paused' : 'running');
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
