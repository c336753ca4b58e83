interface WakeLock {
  /** Keeps the screen on. Resolves to true if it will stay on; some browsers cannot, and a low battery may prevent it. */
  hold(): Promise<boolean>;
  release(): void;
}

// A lock that the browser released by itself, as on a hidden page, may reject another release, which does not matter.
const letGo = (lock: WakeLockSentinel | undefined) => void lock?.release().catch(() => {});

export function createWakeLock(window: Window): WakeLock {
  let wanted = false;
  let sentinel: WakeLockSentinel | undefined;
  return {
    async hold() {
      wanted = true;
      try {
        const held = await window.navigator.wakeLock.request('screen');
        // The browser releases the lock of a hidden page, so it is requested again; the older one must not remain.
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
