import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Button } from './button.tsx';

const isFull = () => Boolean(document.fullscreenElement);

function follow(tell: () => void): () => void {
  document.addEventListener('fullscreenchange', tell);
  return () => document.removeEventListener('fullscreenchange', tell);
}

/**
 * Toggles full screen. The whole document enters it, so that header, Pause motion and notifications stay visible, and it stays in full
 * screen when the visitor opens another page. Browsers without full screen (iPhones) do not get the button.
 */
export function FullScreenButton() {
  const full = useSyncExternalStore(follow, isFull);
  const button = useRef<HTMLButtonElement>(null);
  // A page that was scrolled down has been scrolled to its top meanwhile.
  useEffect(() => follow(() => isFull() || button.current?.scrollIntoView({ block: 'nearest' })), []);
  if (!document.fullscreenEnabled) return null;
  const toggle = () => {
    const change = isFull() ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    // The browser refuses where the visitor's own key, a dialog or its settings come first; the button goes on saying what is.
    change.catch(() => undefined);
  };
  return (
    <Button ref={button} look="quiet" onClick={toggle}>
      {full ? 'Leave full screen' : 'Full screen'}
    </Button>
  );
}
