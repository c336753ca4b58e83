import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './states.module.css';

/** A waiting shape: `label` is what a screen reader hears, the bars are only seen. */
export function Skeleton({ label, lines = 4 }: { readonly label: string; readonly lines?: number }) {
  return (
    <div className={styles.skeleton} role="status">
      <p className={styles.label}>{label}</p>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.bar} aria-hidden="true" />
      ))}
    </div>
  );
}

interface FailedStateProps {
  readonly title: string;
  /** What happened and what still works. */
  readonly children: ReactNode;
  readonly onRetry: () => void;
}

/** A failure with its one way on. */
export function FailedState({ title, children, onRetry }: FailedStateProps) {
  return (
    <section className={styles.state} role="alert">
      <h2 className={styles.title}>{title}</h2>
      <div className={styles.words}>{children}</div>
      <Button onClick={onRetry}>Retry</Button>
    </section>
  );
}

/** Nothing to show, and what to do about it. */
export function EmptyState({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.state}>
      <h2 className={styles.title}>{title}</h2>
      <div className={styles.words}>{children}</div>
    </section>
  );
}
