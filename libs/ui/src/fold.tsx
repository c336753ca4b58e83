import type { ReactNode } from 'react';
import styles from './fold.module.css';

interface FoldProps {
  readonly title: string;
  /** `plate`: it stands on the wall by itself; `plain`: inside something that has a ground already. */
  readonly look?: 'plain' | 'plate';
  readonly children: ReactNode;
}

/** What most visitors need not read, folded behind its title. */
export function Fold({ title, look = 'plain', children }: FoldProps) {
  return (
    <details className={look === 'plate' ? `${styles.fold} ${styles.plate}` : styles.fold}>
      <summary className={styles.title}>{title}</summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
