import { useEffect, useRef, useState } from 'react';
import { useHost } from '@site/host';
import { Button } from '@site/ui';
import { removePicture } from '../gallery/submissions.ts';
import { ActionPanel } from './action-panel.tsx';
import { takeFocus } from './take-focus.ts';

interface RemovePictureProps {
  readonly id: string;
  /** Called with true if the picture is still open: on a slow connection the visitor may have moved on or closed it. */
  readonly onRemoved: (isStillOpen: boolean) => void;
}

/** Removes from the gallery a picture that this browser saved; asks first, because this cannot be undone. */
export function RemovePicture({ id, onRemoved }: RemovePictureProps) {
  const [status, setStatus] = useState<'idle' | 'asking' | 'removing' | 'failed' | 'kept'>('idle');
  const { toast } = useHost();
  const isStillOpen = useRef(false);
  useEffect(() => {
    isStillOpen.current = true;
    return () => {
      isStillOpen.current = false;
    };
  }, []);
  const remove = async () => {
    setStatus('removing');
    try {
      await removePicture(id);
      onRemoved(isStillOpen.current);
    } catch (error) {
      console.info('The picture was not removed.', error);
      if (isStillOpen.current) setStatus('failed');
      else toast({ title: 'Could not remove the picture from the gallery', description: 'Open it and try again.' });
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
    <ActionPanel label="Remove from gallery" onDismiss={() => status !== 'removing' && setStatus('kept')}>
      <p role={status === 'failed' ? 'alert' : undefined}>
        {status === 'failed'
          ? 'Could not remove it from the gallery. Try again in a minute.'
          : 'You made this picture. Remove it for everyone? This cannot be undone.'}
      </p>
      <div className="row">
        <Button
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
    </ActionPanel>
  );
}
