import { useEffect, useRef, useState } from 'react';
import { isMobile } from '@site/stage';
import { askForMotion, mustAskForMotion } from '../ask-for-motion.ts';
import { LIVE_MILLISECONDS, watchMotion, type MotionListener } from './tilt.ts';

/** `listening` and `asked` wait for the first event; `missing` means allowed, but none arrived. */
type Motion = 'listening' | 'live' | 'silent' | 'asked' | 'refused' | 'missing';

/** Listens to the device's tilt, and decides whether to offer a permission button. `listener` is read once, on mount. */
export function useMotion(listener: Omit<MotionListener, 'live'>) {
  const [motion, setMotion] = useState<Motion>('listening');
  const first = useRef(listener);
  useEffect(
    () =>
      watchMotion(window, {
        ...first.current,
        live: (isLive) => setMotion((before) => (isLive ? 'live' : before === 'listening' ? 'silent' : before)),
      }),
    [],
  );
  useEffect(() => {
    if (motion !== 'asked') return;
    const check = setTimeout(() => setMotion('missing'), LIVE_MILLISECONDS);
    return () => clearTimeout(check);
  }, [motion]);
  const enable = async () => {
    const permission = await askForMotion(window);
    setMotion((before) => (before === 'live' ? before : permission === 'granted' ? 'asked' : 'refused'));
  };
  const needsNoButton = motion === 'live' || motion === 'listening';
  // An iPad identifies as a Macintosh and is wider than a phone. Desktop browsers may have the permission too, but desktops are not tilted.
  const mustAsk = mustAskForMotion(window) && navigator.maxTouchPoints > 1;
  const offered = !needsNoButton && (isMobile() || mustAsk);
  return { motion, offered, enable };
}
