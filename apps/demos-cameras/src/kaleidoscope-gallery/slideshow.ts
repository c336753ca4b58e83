import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { createWakeLock } from '@site/stage';

/** How long each picture is shown. */
const SLIDE_MILLISECONDS = 5000;
/** What delays the next picture: this one has not loaded yet, or a panel about it is open. */
const BLOCKING = 'img[data-status=loading], form, [role=group]';

interface Slideshow {
  readonly isPlaying: boolean;
  readonly toggle: () => void;
}

/**
 * Shows one picture after another until the visitor pauses, and keeps the screen on meanwhile.
 * @param dialog contains the picture and the panels about it
 * @param id identifies the shown picture; each is shown for the full time
 * @param next shows the next picture; null if there is none
 */
export function useSlideshow(dialog: RefObject<HTMLElement | null>, id: string, next: (() => void) | null): Slideshow {
  const [isWanted, setWanted] = useState(false);
  const isPlaying = isWanted && next !== null;
  const advance = useEffectEvent((shown: string) => {
    if (shown === id && !document.hidden && !dialog.current?.querySelector(BLOCKING)) next?.();
  });
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(() => advance(id), SLIDE_MILLISECONDS);
    return () => clearInterval(timer);
  }, [isPlaying, id]);
  useEffect(() => {
    if (!isPlaying) return undefined;
    const lock = createWakeLock(window);
    // The browser releases the wake lock when the page is hidden.
    const hold = () => document.hidden || void lock.hold();
    hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      document.removeEventListener('visibilitychange', hold);
      lock.release();
    };
  }, [isPlaying]);
  return { isPlaying, toggle: () => setWanted(!isPlaying) };
}
