interface WakeLock {
  /** Keeps the screen on. Resolves to true if it will stay on; some browsers cannot, and a low battery may prevent it. */
  hold(): Promise<boolean>;
  release(): void;
}

// If the browser has already released the lock, as on a hidden page, releasing it again may fail, which does not matter.
const releaseSentinel = (lock: WakeLockSentinel | undefined) => void lock?.release().catch(() => {});

export function createWakeLock(window: Window): WakeLock {
  let wanted = false;
  let sentinel: WakeLockSentinel | undefined;
  return {
    async hold() {
      wanted = true;
      try {
        const held = await window.navigator.wakeLock.request('screen');
        // The browser releases the lock when the page is hidden, so pages request a new one; the old one must not remain.
        releaseSentinel(sentinel);
        sentinel = held;
        if (!wanted) this.release();
        return true;
      } catch {
        return false;
      }
    },
    release() {
      wanted = false;
      releaseSentinel(sentinel);
      sentinel = undefined;
    },
  };
}
