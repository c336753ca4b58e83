import { localMoment } from './report-dates.ts';
import styles from './connection.module.css';

export interface Origin {
  readonly source: 'live' | 'sample';
  readonly stale: boolean;
  /** ISO timestamp of the copy. */
  readonly fetchedAt: string;
}

/** How fresh the figures are; only an answer that came from USDA just now is live. */
export function DataAge({ origin }: { readonly origin: Origin }) {
  if (origin.source === 'sample') {
    return (
      <p className={`${styles.age} ${styles.sample}`}>
        <strong>Sample data</strong>
        <span>The site runs without a connection to USDA. These rows show how the page works; they are not this week’s.</span>
      </p>
    );
  }
  if (origin.stale) {
    return (
      <p className={`${styles.age} ${styles.saved}`}>
        <strong>
          Saved copy from <time dateTime={origin.fetchedAt}>{localMoment(origin.fetchedAt)}</time>
        </strong>
        <span>A newer copy is fetched in the background when USDA answers.</span>
      </p>
    );
  }
  return (
    <p className={`${styles.age} ${styles.live}`}>
      <strong>
        <svg className={styles.tick} viewBox="0 0 16 16" aria-hidden="true">
          <path d="M2 8.5 6 12.5 14 3.5" />
        </svg>
        Live Data
      </strong>
      <span>
        from USDA, fetched <time dateTime={origin.fetchedAt}>{localMoment(origin.fetchedAt)}</time>
      </span>
    </p>
  );
}
