import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { focusHeading } from './focus-heading.ts';
import { plate } from './plate.ts';
import styles from './states.module.css';

interface SkeletonProps {
  readonly label: string;
  /** Shape of the expected content: text, a grid of pictures, table rows, or one picture with text beside it. */
  readonly shape?: 'lines' | 'tiles' | 'table' | 'picture';
  /** How many lines, tiles or rows. */
  readonly lines?: number;
  /** Aspect ratio of the expected picture. */
  readonly ratio?: number;
  /** Requests the content again; offered once there has been no response for 8 seconds. */
  readonly onRetry?: () => void;
}

const LOOKS = {
  lines: plate('glass', 'stack start padded'),
  tiles: styles.tiles,
  table: plate('glass', `stack padded ${styles.table}`),
};

const Bars = ({ count }: { readonly count: number }) =>
  Array.from({ length: count }, (_, bar) => <span key={bar} className={styles.bar} aria-hidden="true" />);

/** As long as the loader waits for a page's code. */
const LATE_MS = 8_000;

interface LateProps {
  readonly className: string;
  readonly onRetry: () => void;
}

function LateRow({ className, onRetry }: LateProps) {
  const row = useRef<HTMLDivElement>(null);
  // The response may arrive while Retry has the focus.
  useLayoutEffect(() => {
    const { current } = row;
    return () => {
      if (current?.contains(document.activeElement)) focusHeading();
    };
  }, []);
  return (
    <div ref={row} className={`row gap-2-3 ${className}`}>
      <p className="soft">The server has not responded yet.</p>
      <Button look="quiet" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}

/** Retry, once it is late. Pressed, it disappears and the wait starts again. */
function Late({ className, onRetry }: LateProps) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (isLate) return undefined;
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, [isLate]);
  if (!isLate) return null;
  const retry = () => {
    setLate(false);
    focusHeading();
    onRetry();
  };
  return <LateRow className={className} onRetry={retry} />;
}

/** A placeholder in the shape of the expected content. Screen readers get `label`, and what `onRetry` adds. */
export function Skeleton({ label, shape = 'lines', lines = shape === 'tiles' ? 12 : 4, ratio = 1, onRetry }: SkeletonProps) {
  const look = shape === 'tiles' ? plate('pill', styles.label) : '';
  const words = (
    <>
      <p className={`soft ${look}`}>{label}</p>
      {onRetry && <Late className={look} onRetry={onRetry} />}
    </>
  );
  if (shape === 'picture') {
    return (
      <div className={`beside ${styles.picture}`} role="status">
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
  /** The button disappears, so the focus moves to the page's heading unless this callback moves it elsewhere. */
  readonly onRetry: () => void;
}

/** A failure with a Retry button. */
export function FailedState({ title, children, onRetry }: FailedStateProps) {
  return (
    <section className={plate('glass', 'stack start padded')} role="alert">
      <h2 className="heading-l">{title}</h2>
      <div className={`stack start ${styles.words}`}>{children}</div>
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

/** Nothing to show, with a hint about what to do. */
export function EmptyState({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={plate('glass', 'stack start padded')}>
      <h2 className="heading-l">{title}</h2>
      <div className={`stack start ${styles.words}`}>{children}</div>
    </section>
  );
}
