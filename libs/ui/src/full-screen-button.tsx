import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Button } from './button.tsx';

const isFull = () => Boolean(document.fullscreenElement);

function subscribe(onChange: () => void): () => void {
  document.addEventListener('fullscreenchange', onChange);
  return () => document.removeEventListener('fullscreenchange', onChange);
}

/**
 * Toggles full screen. The whole document enters it, so that the header, the "Pause motion" control and notifications stay visible, and
 * it stays in full screen when the visitor opens another page. Browsers without full screen (iPhones) do not get the button.
 */
export function FullScreenButton() {
  const full = useSyncExternalStore(subscribe, isFull);
  const button = useRef<HTMLButtonElement>(null);
  // Entering full screen scrolls a page to its top.
  useEffect(() => subscribe(() => isFull() || button.current?.scrollIntoView({ block: 'nearest' })), []);
  if (!document.fullscreenEnabled) return null;
  const toggle = () => {
    const change = isFull() ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    // The browser may refuse; the button keeps showing the actual state.
    change.catch(() => undefined);
  };
  return (
    <Button ref={button} look="quiet" onClick={toggle}>
      {full ? 'Exit full screen' : 'Full screen'}
    </Button>
  );
}
