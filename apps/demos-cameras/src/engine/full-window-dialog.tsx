import type { ComponentProps, ReactNode } from 'react';
import { Dialog } from '@site/ui';
import styles from './full-window-dialog.module.css';

type FullWindowDialogProps = Omit<ComponentProps<typeof Dialog>, 'isOpen'>;

/** A dark dialog as large as the window, in which pictures are taken and viewed. */
export function FullWindowDialog({ className = '', ...rest }: FullWindowDialogProps) {
  return <Dialog isOpen className={`night ${styles.dialog} ${className}`} {...rest} />;
}

interface DialogColumnProps {
  readonly className?: string | undefined;
  /** The top row: where the visitor is, and the way out. */
  readonly bar: ReactNode;
  /** The view, marked with `data-scene`, and what is below it. */
  readonly children: ReactNode;
}

export function DialogColumn({ className = '', bar, children }: DialogColumnProps) {
  return (
    <div className={`stack ${styles.column} ${className}`}>
      <div className={`line between gap-4 ${styles.bar}`}>{bar}</div>
      {children}
    </div>
  );
}
