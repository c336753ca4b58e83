import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Submission } from '@site/contracts';
import { useMotionPaused } from '@site/host';
import { Button, button, plate } from '@site/ui';
import { DialogColumn, FullWindowDialog } from '../engine/full-window-dialog.tsx';
import { tokenOf } from '../gallery/delete-tokens.ts';
import { isPictureGone } from '../gallery/submissions.ts';
import { nameOf } from './kinds.ts';
import { QrCode } from './qr-code.tsx';
import { RemovePicture } from './remove-picture.tsx';
import { ReportForm } from './report-form.tsx';
import { useSlideshow } from './slideshow.ts';
import { takeFocus } from './take-focus.ts';
import { addressOf } from './use-open-picture.ts';
import styles from './kaleidoscope-gallery.module.css';

/** A horizontal swipe of at least this many pixels shows the neighboring picture. */
const SWIPE = 50;
const FADE_MILLISECONDS = 400;

interface LightboxProps {
  readonly picture: Submission;
  /** -1 if it is not among the pictures that have been loaded. */
  readonly index: number;
  readonly count: number;
  /** False if more pictures may follow the last. */
  readonly isComplete: boolean;
  /** Shows another picture from the list. */
  readonly go: (index: number) => void;
  readonly onClose: () => void;
  readonly onRemoved: (isStillOpen: boolean) => void;
}

interface PictureProps {
  readonly picture: Submission;
  /** Fades in, as in a slideshow. */
  readonly fadesIn: boolean;
  /** Called when Retry is pressed, before the button disappears. */
  readonly onRetry: () => void;
}

function Picture({ picture, fadesIn, onRetry }: PictureProps) {
  const [status, setStatus] = useState<'loading' | 'shown' | 'failed' | 'gone'>('loading');
  // An image that fails to load does not say why.
  const findCause = async () => setStatus((await isPictureGone(picture.id)) ? 'gone' : 'failed');
  if (status === 'failed') {
    return (
      <div className={plate('solid', `row ${styles.missing}`)} role="alert">
        <p>The picture could not be loaded.</p>
        <Button
          onClick={() => {
            onRetry();
            setStatus('loading');
          }}
        >
          Retry
        </Button>
      </div>
    );
  }
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
      onLoad={({ currentTarget }) => {
        setStatus('shown');
        if (fadesIn) currentTarget.animate({ opacity: [0, 1] }, FADE_MILLISECONDS);
      }}
      onError={() => void findCause()}
    />
  );
}

/** One picture over the page. Arrow keys and swipes show its neighbors, Escape closes it. */
export function Lightbox({ picture, index, count, isComplete, go, onClose, onRemoved }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const place = useRef<HTMLParagraphElement>(null);
  const pressedAt = useRef<number | null>(null);
  /** The previous picture has just been removed. Shown here because toasts are behind the dialog. */
  const [isRemoved, setRemoved] = useState(false);
  // A panel about the previous picture may have disappeared with the focus in it.
  useEffect(() => {
    if (!dialog.current?.contains(document.activeElement)) place.current?.focus();
  });
  const isMotionPaused = useMotionPaused();
  const previous = index > 0 ? index - 1 : null;
  const next = index >= 0 && index < count - 1 ? index + 1 : null;
  const show = (other: number | null) => {
    if (other === null) return;
    setRemoved(false);
    go(other);
  };
  // After the last picture, a slideshow starts over.
  const isPlayable = index >= 0 && count > 1;
  const onward = () => show(next ?? (isComplete ? 0 : null));
  const slideshow = useSlideshow(dialog, picture.id, isPlayable ? onward : null);
  const onKeyDown = (event: KeyboardEvent) => {
    // Arrow keys in the report field move the caret.
    if (event.target instanceof HTMLTextAreaElement || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowLeft') show(previous);
    else if (event.key === 'ArrowRight') show(next);
  };
  return (
    <FullWindowDialog ref={dialog} onClose={onClose} focusOn={place} aria-label="Picture" onKeyDown={onKeyDown}>
      <DialogColumn
        className={styles.frame}
        bar={
          <>
            <p ref={place} role="status" className={`heading-l digits ${styles.number}`} tabIndex={-1}>
              {index < 0 ? 'Picture' : isComplete ? `${index + 1} of ${count}` : `${index + 1}`}
            </p>
            {isRemoved && (
              <p key={picture.id} ref={takeFocus} tabIndex={-1}>
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
            const distance = pressedAt.current === null ? 0 : event.clientX - pressedAt.current;
            pressedAt.current = null;
            if (distance > SWIPE) show(previous);
            else if (distance < -SWIPE) show(next);
          }}
        >
          <Picture
            key={picture.id}
            picture={picture}
            fadesIn={slideshow.isPlaying && !isMotionPaused}
            onRetry={() => place.current?.focus()}
          />
          <figcaption className="soft">{nameOf(picture)}</figcaption>
        </figure>
        {/* `aria-disabled`, because `disabled` would drop the focus. */}
        <div className={`row ${styles.controls}`}>
          <Button look="quiet" aria-keyshortcuts="ArrowLeft" aria-disabled={previous === null} onClick={() => show(previous)}>
            Previous
          </Button>
          <Button look="quiet" aria-keyshortcuts="ArrowRight" aria-disabled={next === null} onClick={() => show(next)}>
            Next
          </Button>
          {isPlayable && (
            <Button look="quiet" onClick={slideshow.toggle}>
              {/* As wide as its longer label, so that a second press hits it too. */}
              <span className={styles.labels}>
                <span aria-hidden={slideshow.isPlaying}>Slideshow</span>
                <span aria-hidden={!slideshow.isPlaying}>Pause slideshow</span>
              </span>
            </Button>
          )}
          <a className={button()} href={picture.imageUrl} download>
            Download
          </a>
          {tokenOf(picture.id) !== undefined && (
            <RemovePicture
              key={picture.id}
              id={picture.id}
              onRemoved={(isStillOpen) => {
                setRemoved(isStillOpen);
                onRemoved(isStillOpen);
              }}
            />
          )}
          <QrCode key={`code-${picture.id}`} path={addressOf(picture.id)} title={nameOf(picture)} />
          <ReportForm key={`report-${picture.id}`} id={picture.id} />
        </div>
      </DialogColumn>
    </FullWindowDialog>
  );
}
