import { useEffect } from 'react';
import { createWakeLock } from '@site/stage';

/** Keeps the screen on while a clock fills it: in full screen, or always. Leaving the page or full screen releases it. */
export function useStayAwake(isAlways = false): void {
  useEffect(() => {
    const lock = createWakeLock(window);
    const follow = () => {
      if (!isAlways && !document.fullscreenElement) lock.release();
      // The browser releases the wake lock of a hidden page, and refuses a new one until it is visible again.
      else if (document.visibilityState === 'visible') void lock.hold();
    };
    follow();
    document.addEventListener('fullscreenchange', follow);
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('fullscreenchange', follow);
      document.removeEventListener('visibilitychange', follow);
      lock.release();
    };
  }, [isAlways]);
}
