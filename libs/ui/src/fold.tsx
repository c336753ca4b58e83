import type { ReactNode } from 'react';
import { plate } from './plate.ts';
import styles from './fold.module.css';

interface FoldProps {
  readonly title: string;
  /** `plate`: on the wall by itself; `plain`: inside something that has a ground already. */
  readonly look?: 'plain' | 'plate';
  readonly children: ReactNode;
}

/** Details that most visitors can skip, folded behind a title. */
export function Fold({ title, look = 'plain', children }: FoldProps) {
  return (
    <details className={look === 'plate' ? plate('solid', `${styles.fold} ${styles.padded}`) : styles.fold}>
      <summary className={styles.title}>{title}</summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
