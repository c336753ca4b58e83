import { useEffect, useRef, useState } from 'react';
import { useHost } from '@site/host';
import { Button } from '@site/ui';
import { removePicture } from '../gallery/submissions.ts';
import { comeIntoView, onEscape, takeFocus } from './take-focus.ts';
import room from '../engine/room.module.css';
import styles from './kaleidoscope-gallery.module.css';

interface RemovePictureProps {
  readonly id: string;
  /** Whether the picture is still the one that is looked at: on a slow line the visitor has gone on, or closed it. */
  readonly onRemoved: (isLookedAt: boolean) => void;
}

/** Takes a picture of this browser's out of the gallery, after one more question: nothing brings it back. */
export function RemovePicture({ id, onRemoved }: RemovePictureProps) {
  const [status, setStatus] = useState<'idle' | 'asking' | 'removing' | 'failed' | 'kept'>('idle');
  const { toast } = useHost();
  const isLookedAt = useRef(false);
  useEffect(() => {
    isLookedAt.current = true;
    return () => {
      isLookedAt.current = false;
    };
  }, []);
  const remove = async () => {
    setStatus('removing');
    try {
      await removePicture(id);
      onRemoved(isLookedAt.current);
    } catch (error) {
      console.info('The picture was not removed.', error);
      if (isLookedAt.current) setStatus('failed');
      else toast({ title: 'Could not remove it from the gallery', description: 'Open the picture and try again.' });
    }
  };
  if (status === 'idle' || status === 'kept') {
    return (
      <Button ref={status === 'kept' ? takeFocus : undefined} look="quiet" onClick={() => setStatus('asking')}>
        Remove from gallery
      </Button>
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape works wherever the focus is in it
    <div
      ref={comeIntoView}
      className={styles.report}
      role="group"
      aria-label="Remove from gallery"
      onKeyDown={onEscape(() => status !== 'removing' && setStatus('kept'))}
    >
      <p role={status === 'failed' ? 'alert' : undefined}>
        {status === 'failed'
          ? 'Could not remove it from the gallery. Try again in a minute.'
          : 'You made this picture. Remove it for everyone? It cannot be brought back.'}
      </p>
      <div className={styles.row}>
        <Button
          className={room.waits}
          // Not `disabled`, which would drop the focus.
          aria-disabled={status === 'removing'}
          onClick={() => status !== 'removing' && void remove()}
        >
          Remove it
        </Button>
        <Button ref={takeFocus} look="quiet" onClick={() => setStatus('kept')}>
          Keep it
        </Button>
      </div>
    </div>
  );
}
