import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { Button } from '@site/ui';
import room from '../engine/room.module.css';
import styles from './collages.module.css';

interface CaptureDialogProps {
  readonly name: string;
  /** Gets the focus when the room opens. Not Cancel: pressing Enter twice would discard everything. */
  readonly focusOn: RefObject<HTMLElement | null>;
  /** Above the view, beside Cancel. */
  readonly top: ReactNode;
  /** The view and what stands below it. */
  readonly children: ReactNode;
  readonly onCancel: () => void;
}

/** The room in which pictures are taken: the whole window, until Cancel or Escape. */
export function CaptureDialog({ name, focusOn, top, children, onCancel }: CaptureDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed while it is still in the document: only then does the focus go back to what opened it.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    focusOn.current?.focus();
    return () => element?.close();
  }, [focusOn]);
  return (
    <dialog
      ref={dialog}
      className={room.dialog}
      aria-label={name}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      <div className={`${room.column} ${styles.room}`}>
        <div className={room.bar}>
          <div className={styles.state}>{top}</div>
          <Button look="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
