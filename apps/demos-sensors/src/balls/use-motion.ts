import { useEffect, useState } from 'react';
import { isMobile, requestMotion, watchMotion } from './balls.tilt.ts';
import type { Tray } from './balls.tray.ts';

type Motion = 'listening' | 'live' | 'silent' | 'refused' | 'missing';

/** Lets the device's tilt pull the tray, and says whether the ENABLE MOTION button has a reason to be there. */
export function useMotion(tray: Tray) {
  const [motion, setMotion] = useState<Motion>('listening');
  useEffect(
    () =>
      watchMotion(window, {
        gravity: (x, y) => tray.setGravity(x, y),
        shake: () => tray.shake(),
        live: (isLive) =>
          setMotion((before) => (isLive ? 'live' : before === 'refused' || before === 'missing' ? before : 'silent')),
      }),
    [tray],
  );
  const enable = async () => {
    const answer = await requestMotion(window);
    setMotion((before) => (before === 'live' ? before : answer === 'denied' ? 'refused' : 'missing'));
  };
  const offered = motion !== 'live' && motion !== 'listening' && isMobile(window.innerWidth, navigator.userAgent);
  return { motion, offered, enable };
}
