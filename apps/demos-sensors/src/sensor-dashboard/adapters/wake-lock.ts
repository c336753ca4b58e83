export interface WakeLock {
  /** Keeps the screen on; resolves to true if it will stay on. Some browsers cannot, and a low battery may refuse. */
  hold(): Promise<boolean>;
  release(): void;
}

// A lock that the browser took back by itself, as on a hidden page, may refuse to be released again: then it is gone anyway.
const letGo = (lock: WakeLockSentinel | undefined) => void lock?.release().catch(() => {});

export function createWakeLock(window: Window): WakeLock {
  let wanted = false;
  let sentinel: WakeLockSentinel | undefined;
  return {
    async hold() {
      wanted = true;
      try {
        const held = await window.navigator.wakeLock.request('screen');
        // The browser takes a lock back from a hidden page, so it is asked for anew; the older one must not stay behind.
        letGo(sentinel);
        sentinel = held;
        if (!wanted) this.release();
        return true;
      } catch {
        return false;
      }
    },
    release() {
      wanted = false;
      letGo(sentinel);
      sentinel = undefined;
    },
  };
}
