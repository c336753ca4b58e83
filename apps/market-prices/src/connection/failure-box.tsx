import type { ComponentProps } from 'react';
import { FailedState } from '@site/ui';
import styles from './connection.module.css';

/** The red box: why there are no figures, and Retry. */
export function FailureBox(props: ComponentProps<typeof FailedState>) {
  return (
    <div className={styles.failure}>
      <FailedState {...props} />
    </div>
  );
}
