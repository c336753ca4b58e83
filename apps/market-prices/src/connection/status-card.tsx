import { plate } from '@site/ui';
import { DataAge, DataAgeRoom, type Origin } from './data-age.tsx';
import styles from './connection.module.css';

interface StatusCardProps {
  readonly state: 'loading' | 'connected' | 'failed';
  readonly title: string;
  /** While loading, space is reserved for this text. */
  readonly text: string;
  /** What `count` counts: "records". */
  readonly counted: string;
  /** Known when connected. */
  readonly count?: number;
  readonly origin?: Origin;
}

/** A placeholder as wide as most counts. */
const COUNT_ROOM = '1,000';

/** The text, or an empty space of its size until it is known. */
const wordsOrRoom = (isKnown: boolean, words: string) => (isKnown ? { children: words } : { 'data-room': words });

/**
 * Whether the figures could be loaded, at the top of the page. While loading it already has its final size: otherwise the content
 * below would be pushed down while someone reads.
 */
export function StatusCard({ state, title, text, counted, count, origin }: StatusCardProps) {
  const isLoading = state === 'loading';
  return (
    <section className={plate('glass', `row ${styles.status} ${styles[state]}`)} aria-label="API status" aria-live="polite">
      <span className={styles.lamp} aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.statusTitle}>{title}</p>
        <p className="note" {...wordsOrRoom(!isLoading, text)} />
      </div>
      {state !== 'failed' && (
        <>
          <p className={`note ${styles.total}`}>
            <strong {...wordsOrRoom(!isLoading, count?.toLocaleString('en-US') ?? COUNT_ROOM)} />{' '}
            <span {...wordsOrRoom(!isLoading, counted)} />
          </p>
          <div className={styles.notice}>
            <DataAgeRoom />
            {origin && <DataAge origin={origin} />}
          </div>
        </>
      )}
    </section>
  );
}
