import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Submission } from '@site/contracts';
import { Button } from '@site/ui';
import { tokenOf } from '../gallery/delete-tokens.ts';
import { nameOf } from './kinds.ts';
import { RemovePicture } from './remove-picture.tsx';
import { ReportForm } from './report-form.tsx';
import { takeFocus } from './take-focus.ts';
import room from '../engine/room.module.css';
import styles from './kaleidoscope-gallery.module.css';

/** A finger that went this far across the picture, in pixels, asks for its neighbor. */
const SWIPE = 50;

interface LightboxProps {
  readonly picture: Submission;
  readonly index: number;
  readonly count: number;
  /** False: more pictures may follow the last. */
  readonly isAll: boolean;
  /** -1: the newer neighbor, 1: the older one. Null where there is none. */
  readonly previous: (() => void) | null;
  readonly next: (() => void) | null;
  readonly onClose: () => void;
  readonly onRemoved: (isLookedAt: boolean) => void;
}

function Picture({ picture }: { readonly picture: Submission }) {
  const [status, setStatus] = useState<'loading' | 'shown' | 'gone'>('loading');
  if (status === 'gone') return <p className={styles.missing}>This picture is no longer here.</p>;
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

/** One picture over the page: arrows and swipes go on, Escape closes. */
export function Lightbox({ picture, index, count, isAll, previous, next, onClose, onRemoved }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const place = useRef<HTMLParagraphElement>(null);
  const pressedAt = useRef<number | null>(null);
  /** The picture before this one was removed a moment ago: toasts are behind the dialog. */
  const [isRemoved, setRemoved] = useState(false);
  // Closed while it is still in the document: only then does the page around it take the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  // A question about the picture before went with it.
  useEffect(() => {
    if (!dialog.current?.contains(document.activeElement)) place.current?.focus();
  });
  const go = (way: (() => void) | null) => {
    if (!way) return;
    setRemoved(false);
    way();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Arrows in the report's field move its caret.
    if (event.target instanceof HTMLTextAreaElement || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowLeft') go(previous);
    else if (event.key === 'ArrowRight') go(next);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys work wherever the focus is in it
    <dialog
      ref={dialog}
      className={`${room.dialog} ${styles.lightbox}`}
      aria-label="Picture"
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={`${room.column} ${styles.frame}`}>
        <div className={room.bar}>
          <p ref={place} role="status" className={styles.place} tabIndex={-1}>
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
        </div>
        <figure
          className={`${room.scene} ${styles.figure}`}
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
          <figcaption>{nameOf(picture)}</figcaption>
        </figure>
        {/* What cannot be pressed keeps the focus: not `disabled`. */}
        <div className={styles.hands}>
          <Button
            className={room.waits}
            look="quiet"
            aria-keyshortcuts="ArrowLeft"
            aria-disabled={!previous}
            onClick={() => go(previous)}
          >
            Previous
          </Button>
          <Button
            className={room.waits}
            look="quiet"
            aria-keyshortcuts="ArrowRight"
            aria-disabled={!next}
            onClick={() => go(next)}
          >
            Next
          </Button>
          <a className={styles.download} href={picture.imageUrl} download>
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
      </div>
    </dialog>
  );
}
