import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Submission } from '@site/contracts';
import { Button, button, plate } from '@site/ui';
import { Room, RoomColumn } from '../engine/room.tsx';
import { tokenOf } from '../gallery/delete-tokens.ts';
import { nameOf } from './kinds.ts';
import { RemovePicture } from './remove-picture.tsx';
import { ReportForm } from './report-form.tsx';
import { takeFocus } from './take-focus.ts';
import styles from './kaleidoscope-gallery.module.css';

/** A horizontal swipe of at least this many pixels shows the neighboring picture. */
const SWIPE = 50;

interface LightboxProps {
  readonly picture: Submission;
  readonly index: number;
  readonly count: number;
  /** False if more pictures may follow the last. */
  readonly isAll: boolean;
  /** Show the newer or the older neighbor; null if there is none. */
  readonly previous: (() => void) | null;
  readonly next: (() => void) | null;
  readonly onClose: () => void;
  readonly onRemoved: (isLookedAt: boolean) => void;
}

function Picture({ picture }: { readonly picture: Submission }) {
  const [status, setStatus] = useState<'loading' | 'shown' | 'gone'>('loading');
  if (status === 'gone') return <p className={plate('solid', styles.missing)}>This picture is no longer here.</p>;
  return (
    <img
      className={styles.picture}
      src={picture.imageUrl}
      alt={nameOf(picture)}
      width={picture.width}
      height={picture.height}
      decoding="async"
      draggable={false}
      data-status={status}
      onLoad={() => setStatus('shown')}
      onError={() => setStatus('gone')}
    />
  );
}

/** One picture over the page. Arrow keys and swipes show its neighbors, Escape closes it. */
export function Lightbox({ picture, index, count, isAll, previous, next, onClose, onRemoved }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const place = useRef<HTMLParagraphElement>(null);
  const pressedAt = useRef<number | null>(null);
  /** The previous picture has just been removed. Said here because toasts are behind the dialog. */
  const [isRemoved, setRemoved] = useState(false);
  // A dialog about the previous picture disappeared together with the focus.
  useEffect(() => {
    if (!dialog.current?.contains(document.activeElement)) place.current?.focus();
  });
  const go = (way: (() => void) | null) => {
    if (!way) return;
    setRemoved(false);
    way();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Arrow keys in the report field move the caret.
    if (event.target instanceof HTMLTextAreaElement || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowLeft') go(previous);
    else if (event.key === 'ArrowRight') go(next);
  };
  return (
    <Room ref={dialog} onClose={onClose} aria-label="Picture" onKeyDown={onKeyDown}>
      <RoomColumn
        className={styles.frame}
        bar={
          <>
            <p ref={place} role="status" className={`heading-l digits ${styles.number}`} tabIndex={-1}>
              {isAll ? `${index + 1} of ${count}` : `${index + 1}`}
            </p>
            {isRemoved && (
              <p key={picture.id} ref={takeFocus} className={styles.said} tabIndex={-1}>
                Removed from gallery
              </p>
            )}
            <Button look="quiet" onClick={onClose}>
              Close
            </Button>
          </>
        }
      >
        <figure
          className={`stack ${styles.figure}`}
          data-scene
          onPointerDown={(event) => {
            pressedAt.current = event.isPrimary ? event.clientX : null;
          }}
          onPointerUp={(event) => {
            const way = pressedAt.current === null ? 0 : event.clientX - pressedAt.current;
            pressedAt.current = null;
            if (way > SWIPE) go(previous);
            else if (way < -SWIPE) go(next);
          }}
        >
          <Picture key={picture.id} picture={picture} />
          <figcaption className="soft">{nameOf(picture)}</figcaption>
        </figure>
        {/* What cannot be pressed keeps the focus: not `disabled`. */}
        <div className={`row ${styles.hands}`}>
          <Button look="quiet" aria-keyshortcuts="ArrowLeft" aria-disabled={!previous} onClick={() => go(previous)}>
            Previous
          </Button>
          <Button look="quiet" aria-keyshortcuts="ArrowRight" aria-disabled={!next} onClick={() => go(next)}>
            Next
          </Button>
          <a className={button()} href={picture.imageUrl} download>
            Download
          </a>
          {tokenOf(picture.id) !== undefined && (
            <RemovePicture
              key={picture.id}
              id={picture.id}
              onRemoved={(isLookedAt) => {
                setRemoved(isLookedAt);
                onRemoved(isLookedAt);
              }}
            />
          )}
          <ReportForm key={`report-${picture.id}`} id={picture.id} />
        </div>
      </RoomColumn>
    </Room>
  );
}
