import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { focusHeading } from './focus-heading.ts';
import { plate } from './plate.ts';
import styles from './states.module.css';

interface SkeletonProps {
  readonly label: string;
  /** Of what is awaited: text, small pictures side by side, rows of figures, or one picture with words beside it. */
  readonly shape?: 'lines' | 'tiles' | 'table' | 'picture';
  /** How many lines, tiles or rows. */
  readonly lines?: number;
  /** Width of the awaited picture by its height. */
  readonly ratio?: number;
}

const LOOKS = {
  lines: plate('glass', styles.skeleton),
  tiles: styles.tiles,
  table: plate('glass', `${styles.skeleton} ${styles.table}`),
};

const Bars = ({ count }: { readonly count: number }) =>
  Array.from({ length: count }, (_, bar) => <span key={bar} className={styles.bar} aria-hidden="true" />);

/** What is awaited, in its own shape: `label` is what a screen reader hears, the rest is only seen. */
export function Skeleton({ label, shape = 'lines', lines = shape === 'tiles' ? 12 : 4, ratio = 1 }: SkeletonProps) {
  const words = <p className={shape === 'tiles' ? plate('pill', styles.label) : styles.label}>{label}</p>;
  if (shape === 'picture') {
    return (
      <div className={styles.picture} role="status">
        <span className={styles.frame} style={{ '--ratio': ratio } as Record<string, number>} aria-hidden="true" />
        <div className={LOOKS.lines}>
          {words}
          <Bars count={lines} />
        </div>
      </div>
    );
  }
  return (
    <div className={LOOKS[shape]} role="status">
      {words}
      <Bars count={lines} />
    </div>
  );
}

interface FailedStateProps {
  readonly title: string;
  /** What happened and what still works. */
  readonly children: ReactNode;
  /** The failure goes away with its button: the focus waits at the page's heading, unless this chooses a nearer place. */
  readonly onRetry: () => void;
}

/** A failure with its one way on. */
export function FailedState({ title, children, onRetry }: FailedStateProps) {
  return (
    <section className={plate('glass', styles.state)} role="alert">
      <h2 className={styles.title}>{title}</h2>
      <div className={styles.words}>{children}</div>
      <Button
        onClick={() => {
          focusHeading();
          onRetry();
        }}
      >
        Retry
      </Button>
    </section>
  );
}

/** Nothing to show, and what to do about it. */
export function EmptyState({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={plate('glass', styles.state)}>
      <h2 className={styles.title}>{title}</h2>
      <div className={styles.words}>{children}</div>
    </section>
  );
}
