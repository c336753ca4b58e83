import type { ReactNode } from 'react';
import styles from './page-frame.module.css';

interface PageFrameProps {
  readonly heading: string;
  /** One sentence below the heading. */
  readonly lede?: string;
  readonly children: ReactNode;
}

/** The page column: one heading, one sentence, the content. Navigation moves the focus to the heading. */
export function PageFrame({ heading, lede, children }: PageFrameProps) {
  return (
    <div className={styles.frame}>
      <div className={styles.opening}>
        <h1 className={styles.heading} tabIndex={-1}>
          {heading}
        </h1>
        {lede && <p className={styles.lede}>{lede}</p>}
      </div>
      {children}
    </div>
  );
}
