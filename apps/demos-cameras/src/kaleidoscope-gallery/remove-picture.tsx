import { useState } from 'react';
import { Button } from '@site/ui';
import { removePicture } from '../gallery/submissions.ts';
import styles from './kaleidoscope-gallery.module.css';

interface RemovePictureProps {
  readonly id: string;
  readonly onRemoved: () => void;
}

/** Takes a picture of this browser's out of the gallery, after one more question: nothing brings it back. */
export function RemovePicture({ id, onRemoved }: RemovePictureProps) {
  const [status, setStatus] = useState<'idle' | 'asking' | 'removing' | 'failed'>('idle');
  const remove = async () => {
    setStatus('removing');
    try {
      await removePicture(id);
      onRemoved();
    } catch (error) {
      console.info('The picture was not removed.', error);
      setStatus('failed');
    }
  };
  if (status === 'idle') {
    return (
      <Button look="quiet" onClick={() => setStatus('asking')}>
        Remove from gallery
      </Button>
    );
  }
  return (
    <div className={styles.report} role="group" aria-label="Remove from gallery">
      <p role={status === 'failed' ? 'alert' : undefined}>
        {status === 'failed'
          ? 'Could not remove it from the gallery. Try again in a minute.'
          : 'You made this picture. Remove it for everyone? It cannot be brought back.'}
      </p>
      <div className={styles.row}>
        <Button disabled={status === 'removing'} onClick={() => void remove()}>
          Remove it
        </Button>
        <Button look="quiet" onClick={() => setStatus('idle')}>
          Keep it
        </Button>
      </div>
    </div>
  );
}
