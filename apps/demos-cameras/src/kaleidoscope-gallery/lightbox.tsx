import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Submission } from '@site/contracts';
import { Button } from '@site/ui';
import { tokenOf } from '../gallery/delete-tokens.ts';
import { nameOf } from './kinds.ts';
import { RemovePicture } from './remove-picture.tsx';
import { ReportForm } from './report-form.tsx';
import room from '../engine/room.module.css';
import styles from './kaleidoscope-gallery.module.css';

/** A finger that went this far across the picture, in pixels, asks for its neighbour. */
const SWIPE = 50;

interface LightboxProps {
  readonly picture: Submission;
  readonly index: number;
  readonly count: number;
  /** False: more pictures may follow the last. */
  readonly isAll: boolean;
  /** -1: the newer neighbour, 1: the older one. Null where there is none. */
  readonly previous: (() => void) | null;
  readonly next: (() => void) | null;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
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
  const pressedAt = useRef<number | null>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    // Arrows in the report's field move its caret.
    if (event.target instanceof HTMLTextAreaElement || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowLeft') previous?.();
    else if (event.key === 'ArrowRight') next?.();
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
      <div className={room.column}>
        <div className={room.bar}>
          <p role="status" className={styles.place}>
            {isAll ? `${index + 1} of ${count}` : `${index + 1}`}
          </p>
          <Button look="quiet" onClick={onClose}>
            Close
          </Button>
        </div>
        <figure
          className={styles.figure}
          onPointerDown={(event) => {
            pressedAt.current = event.isPrimary ? event.clientX : null;
          }}
          onPointerUp={(event) => {
            const way = pressedAt.current === null ? 0 : event.clientX - pressedAt.current;
            pressedAt.current = null;
            if (way > SWIPE) previous?.();
            else if (way < -SWIPE) next?.();
          }}
        >
          <Picture key={picture.id} picture={picture} />
          <figcaption>{nameOf(picture)}</figcaption>
        </figure>
        <div className={styles.hands}>
          <Button look="quiet" aria-keyshortcuts="ArrowLeft" disabled={!previous} onClick={() => previous?.()}>
            Previous
          </Button>
          <Button look="quiet" aria-keyshortcuts="ArrowRight" disabled={!next} onClick={() => next?.()}>
            Next
          </Button>
          <a className={styles.download} href={picture.imageUrl} download>
            Download
          </a>
          {tokenOf(picture.id) !== undefined && <RemovePicture key={picture.id} id={picture.id} onRemoved={onRemoved} />}
          <ReportForm key={`report-${picture.id}`} id={picture.id} />
        </div>
      </div>
    </dialog>
  );
}
