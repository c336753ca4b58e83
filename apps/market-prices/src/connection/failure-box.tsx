import type { ComponentProps } from 'react';
import { FailedState } from '@site/ui';
import { TechnicalDetails } from './technical-details.tsx';
import styles from './connection.module.css';

interface FailureBoxProps extends Omit<ComponentProps<typeof FailedState>, 'children'> {
  /** The failure in words. */
  readonly message: string;
  /** What it means for the visitor. */
  readonly hint: string;
  readonly details: ComponentProps<typeof TechnicalDetails>;
}

/** The red box: why there are no figures, and Retry. */
export function FailureBox({ title, message, hint, details, onRetry }: FailureBoxProps) {
  return (
    <div className={styles.failure}>
      <FailedState title={title} onRetry={onRetry}>
        <p className={styles.message}>{message}</p>
        <p>{hint}</p>
        <TechnicalDetails {...details} />
      </FailedState>
    </div>
  );
}
