import { Button } from '@site/ui';
import type { GallerySave, SaveState } from './gallery-save.ts';
import styles from './gallery.module.css';

export interface SaveWords {
  readonly saved: string;
  readonly failed: string;
}

interface SaveLineProps {
  readonly gallery: GallerySave;
  readonly state: SaveState;
  readonly words: SaveWords;
  /** Shares a picture that was kept private. */
  readonly onShare: () => void;
}

/** Where the picture stands with the shared gallery, and what can be done about it. */
export function SaveLine({ gallery, state, words, onShare }: SaveLineProps) {
  const { status, reason, canRemove, isHeld } = state;
  const sentences: Record<typeof status, string> = {
    idle: 'Not in the gallery: this picture is on your device only.',
    saving: 'Saving to gallery...',
    saved: words.saved,
    error: words.failed,
    removing: 'Removing from gallery...',
    removed: 'Removed from gallery',
    stays: 'Could not remove it from the gallery',
  };
  const isFailure = status === 'error' || status === 'stays';
  return (
    <div className={styles.save}>
      <p role="status" className={isFailure ? styles.bad : status === 'saved' ? styles.good : styles.quiet}>
        {sentences[status]}
      </p>
      {status === 'saved' && isHeld && (
        <p className={styles.detail}>It is listed after this site&apos;s owner has looked at it.</p>
      )}
      {status === 'error' && <p className={styles.detail}>{reason}. The picture is still here, and nothing is lost.</p>}
      {status === 'error' && <Button onClick={() => void gallery.retry()}>Try again</Button>}
      {(status === 'idle' || status === 'removed') && (
        <Button look="quiet" onClick={onShare}>
          Add to the shared gallery
        </Button>
      )}
      {canRemove && (
        <Button look="quiet" disabled={status === 'removing'} onClick={() => void gallery.remove()}>
          Remove from gallery
        </Button>
      )}
    </div>
  );
}
