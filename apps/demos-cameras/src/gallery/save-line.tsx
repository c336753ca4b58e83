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
  /** Called after a press: the buttons change with the picture's state, and a removed one would lose the focus. */
  readonly onPressed: () => void;
}

/** Whether the picture is in the shared gallery, with the actions that are possible. */
export function SaveLine({ gallery, state, words, onShare, onPressed }: SaveLineProps) {
  const { status, reason, canRemove, isHeld } = state;
  const sentences: Record<typeof status, string> = {
    idle: 'Not in the gallery: this picture is on your device only.',
    saving: 'Saving to gallery...',
    saved: isHeld ? 'Sent to the gallery, awaiting approval by the owner of this site.' : words.saved,
    error: words.failed,
    removing: 'Removing from gallery...',
    removed: 'Removed from gallery',
    'removal-failed': 'Could not remove it from the gallery',
  };
  const pressed = (act: () => void) => () => {
    act();
    onPressed();
  };
  const isFailure = status === 'error' || status === 'removal-failed';
  return (
    <div className={`stack start gap-2 ${styles.save}`}>
      <p role="status" className={isFailure ? 'strong bad' : status === 'saved' ? 'strong good' : 'strong'}>
        {sentences[status]}
      </p>
      {status === 'saved' && isHeld && <p className="note">Nobody else sees it until this site&apos;s owner has approved it.</p>}
      {status === 'error' && <p className="note">{reason}. The picture is still here, and nothing is lost.</p>}
      {status === 'error' && <Button onClick={pressed(() => void gallery.retry())}>Try again</Button>}
      {(status === 'idle' || status === 'removed') && (
        <Button look="quiet" onClick={pressed(onShare)}>
          Add to the shared gallery
        </Button>
      )}
      {canRemove && (
        <Button look="quiet" disabled={status === 'removing'} onClick={pressed(() => void gallery.remove())}>
          Remove from gallery
        </Button>
      )}
    </div>
  );
}
