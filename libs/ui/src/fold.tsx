import type { ReactNode } from 'react';
import { plate } from './plate.ts';
import styles from './fold.module.css';

interface FoldProps {
  readonly title: string;
  /** `plate`: stands alone on the page; `plain`: inside an element that has a background. */
  readonly look?: 'plain' | 'plate';
  readonly children: ReactNode;
}

/** Details that most visitors can skip, folded behind a title. */
export function Fold({ title, look = 'plain', children }: FoldProps) {
  return (
    <details className={look === 'plate' ? plate('solid', `${styles.fold} ${styles.padded}`) : styles.fold}>
      <summary className={`line strong ${styles.title}`}>{title}</summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
