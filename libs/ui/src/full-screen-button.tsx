import { useEffect, useState, type RefObject } from 'react';
import { Button } from './button.tsx';

interface FullScreenButtonProps {
  /** What the whole screen shows: the page with its header, unless told otherwise. */
  readonly target?: RefObject<HTMLElement | null>;
}

/** Goes to the whole screen and back. Browsers that cannot (iPhones) do not get the button. */
export function FullScreenButton({ target }: FullScreenButtonProps) {
  const [full, setFull] = useState(false);
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, []);
  if (!document.fullscreenEnabled) return null;
  const toggle = () => (full ? document.exitFullscreen() : (target?.current ?? document.documentElement).requestFullscreen());
  return (
    <Button look="quiet" onClick={() => void toggle()}>
      {full ? 'Leave full screen' : 'Full screen'}
    </Button>
  );
}
