import { millisecondsToNextSecond } from './clock.model.ts';

/**
 * Calls back at once, at every whole second of the device's clock, and as soon as the page is visible again. Each wait is
 * computed from the clock, so that ticks neither drift nor go wrong after a suspension.
 * @returns a function that stops it
 */
export function everySecond(onSecond: (now: Date) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const beat = () => {
    clearTimeout(timer);
    const now = new Date();
    timer = setTimeout(beat, millisecondsToNextSecond(now.getTime()));
    onSecond(now);
  };
  const beatWhenSeen = () => {
    if (document.visibilityState === 'visible') beat();
  };
  document.addEventListener('visibilitychange', beatWhenSeen);
  window.addEventListener('pageshow', beatWhenSeen);
  beat();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', beatWhenSeen);
    window.removeEventListener('pageshow', beatWhenSeen);
  };
}
