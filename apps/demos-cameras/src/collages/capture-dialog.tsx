import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '@site/ui';
import room from '../engine/room.module.css';
import styles from './collages.module.css';

interface CaptureDialogProps {
  readonly name: string;
  /** Above the view, beside Cancel. */
  readonly top: ReactNode;
  /** The view and what stands below it. */
  readonly children: ReactNode;
  readonly onCancel: () => void;
}

/** The room in which pictures are taken: the whole window, until Cancel or Escape. */
export function CaptureDialog({ name, top, children, onCancel }: CaptureDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
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
