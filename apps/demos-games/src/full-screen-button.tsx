import { useEffect, useState, type RefObject } from 'react';
import { Button } from '@site/ui';

/** Shows one element on the whole screen. Browsers that cannot (iPhones) do not get the button. */
export function FullScreenButton({ target }: { readonly target: RefObject<HTMLElement | null> }) {
  const [full, setFull] = useState(false);
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, []);
  if (!document.fullscreenEnabled) return null;
  const toggle = () => (full ? document.exitFullscreen() : target.current?.requestFullscreen());
  return (
    <Button look="quiet" onClick={toggle}>
      {full ? 'Leave full screen' : 'Full screen'}
    </Button>
  );
}
