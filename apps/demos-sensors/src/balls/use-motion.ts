import { useEffect, useState } from 'react';
import { isMobile, LIVE_MILLISECONDS, requestMotion, watchMotion } from './balls.tilt.ts';
import type { Tray } from './balls.tray.ts';

/** `listening` and `asked` wait for the first event; `missing` was allowed and still none came. */
type Motion = 'listening' | 'live' | 'silent' | 'asked' | 'refused' | 'missing';

/** Lets the device's tilt pull the tray, and says whether the ENABLE MOTION button has a reason to be there. */
export function useMotion(tray: Tray) {
  const [motion, setMotion] = useState<Motion>('listening');
  useEffect(
    () =>
      watchMotion(window, {
        gravity: (x, y) => tray.setGravity(x, y),
        shake: () => tray.shake(),
        live: (isLive) => setMotion((before) => (isLive ? 'live' : before === 'listening' ? 'silent' : before)),
      }),
    [tray],
  );
  useEffect(() => {
    if (motion !== 'asked') return;
    const check = setTimeout(() => setMotion('missing'), LIVE_MILLISECONDS);
    return () => clearTimeout(check);
  }, [motion]);
  const enable = async () => {
    const answer = await requestMotion(window);
    setMotion((before) => (before === 'live' ? before : answer === 'denied' ? 'refused' : 'asked'));
  };
  const waits = motion === 'live' || motion === 'listening';
  const offered = !waits && isMobile(window.innerWidth, navigator.userAgent);
  return { motion, offered, enable };
}
