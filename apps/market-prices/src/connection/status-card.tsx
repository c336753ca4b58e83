import { DataAge, DataAgeRoom, type Origin } from './data-age.tsx';
import styles from './connection.module.css';

interface StatusCardProps {
  readonly state: 'loading' | 'connected' | 'failed';
  readonly title: string;
  /** While it loads this keeps the room of the words that will stand here. */
  readonly text: string;
  /** What is counted: "records". */
  readonly counted: string;
  /** Known when connected. */
  readonly count?: number;
  readonly origin?: Origin;
}

/** As long as most counts are. */
const COUNT_ROOM = '1,000';

/** Words, or only their room as long as they are not true. */
const wordsOrRoom = (isTrue: boolean, words: string) => (isTrue ? { children: words } : { 'data-room': words });

/**
 * Whether the figures could be had, at the head of the page. While it loads it has the size that it has when they are there: what
 * stands below would else be pushed down under the reader's eyes.
 */
export function StatusCard({ state, title, text, counted, count, origin }: StatusCardProps) {
  const isLoading = state === 'loading';
  return (
    <section className={`${styles.status} ${styles[state]}`} aria-label="API status" aria-live="polite">
      <span className={styles.lamp} aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.statusTitle}>{title}</p>
        <p className={styles.statusText} {...wordsOrRoom(!isLoading, text)} />
      </div>
      {state !== 'failed' && (
        <>
          <p className={styles.total}>
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
