import type { ReactNode, RefObject } from 'react';
import { Button } from '@site/ui';
import { DialogColumn, FullWindowDialog } from '../engine/full-window-dialog.tsx';
import styles from './collages.module.css';

interface CaptureDialogProps {
  readonly name: string;
  /** Receives the focus when the dialog opens; not Cancel, because a second Enter would discard everything. */
  readonly focusOn: RefObject<HTMLElement | null>;
  /** Above the view, beside Cancel. */
  readonly top: ReactNode;
  /** The view and what is below it. */
  readonly children: ReactNode;
  readonly onCancel: () => void;
}

/** The full-window dialog in which pictures are taken. Cancel and Escape close it. */
export function CaptureDialog({ name, focusOn, top, children, onCancel }: CaptureDialogProps) {
  return (
    <FullWindowDialog onClose={onCancel} focusOn={focusOn} aria-label={name}>
      <DialogColumn
        className={styles.column}
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
      </DialogColumn>
    </FullWindowDialog>
  );
}
