import type { ReactNode, RefObject } from 'react';
import { Button } from '@site/ui';
import { Room, RoomColumn } from '../engine/room.tsx';
import styles from './collages.module.css';

interface CaptureDialogProps {
  readonly name: string;
  /** Receives the focus when the room opens; not Cancel, because a second Enter would discard everything. */
  readonly focusOn: RefObject<HTMLElement | null>;
  /** Above the view, beside Cancel. */
  readonly top: ReactNode;
  /** The view and what is below it. */
  readonly children: ReactNode;
  readonly onCancel: () => void;
}

/** The full-window room in which pictures are taken. Cancel and Escape close it. */
export function CaptureDialog({ name, focusOn, top, children, onCancel }: CaptureDialogProps) {
  return (
    <Room onClose={onCancel} focusOn={focusOn} aria-label={name}>
      <RoomColumn
        className={styles.room}
        bar={
          <>
            <div className={`row ${styles.state}`}>{top}</div>
            <Button look="quiet" onClick={onCancel}>
              Cancel
            </Button>
          </>
        }
      >
        {children}
      </RoomColumn>
    </Room>
  );
}
