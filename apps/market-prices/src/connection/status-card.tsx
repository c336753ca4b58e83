import type { ReactNode } from 'react';
import styles from './connection.module.css';

interface StatusCardProps {
  readonly state: 'loading' | 'connected' | 'failed';
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
}

/** Whether the figures could be had, in one line at the head of the page. */
export function StatusCard({ state, title, text, children }: StatusCardProps) {
  return (
    <section className={`${styles.status} ${styles[state]}`} aria-label="API status" aria-live="polite">
      <span className={styles.lamp} aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.statusTitle}>{title}</p>
        {text && <p className={styles.statusText}>{text}</p>}
      </div>
      {children}
    </section>
  );
}
