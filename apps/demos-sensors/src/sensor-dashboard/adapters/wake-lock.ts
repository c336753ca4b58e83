export interface WakeLock {
  /** Asks the screen to stay on; answers whether it will. Some browsers cannot, and a low battery may refuse. */
  hold(): Promise<boolean>;
  release(): void;
}

export function createWakeLock(window: Window): WakeLock {
  let wanted = false;
  let sentinel: WakeLockSentinel | undefined;
  return {
    async hold() {
      wanted = true;
      try {
        const held = await window.navigator.wakeLock.request('screen');
        if (wanted) sentinel = held;
        else void held.release();
        return true;
      } catch {
        return false;
      }
    },
    release() {
      wanted = false;
      void sentinel?.release();
      sentinel = undefined;
    },
  };
}
