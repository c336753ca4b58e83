import { localMoment } from './report-dates.ts';
import styles from './connection.module.css';

export interface Origin {
  readonly source: 'live' | 'sample';
  readonly stale: boolean;
  /** ISO timestamp of the copy. */
  readonly fetchedAt: string;
}

const SAMPLE = {
  title: 'Sample data',
  text: 'This site is running without a connection to USDA. These rows show how the page works; they are not this week’s.',
};

/** Reserves room for the longest notice. The style sheet supplies its text, so that screen readers and page search do not find it. */
export function DataAgeRoom() {
  return (
    <p className={`row warn ${styles.age} ${styles.sample}`} aria-hidden="true" data-unseen>
      <strong data-room={SAMPLE.title} />
      <span data-room={SAMPLE.text} />
    </p>
  );
}

/** How fresh the figures are; only a response that was just fetched from USDA is live. */
export function DataAge({ origin }: { readonly origin: Origin }) {
  if (origin.source === 'sample') {
    return (
      <p className={`row warn ${styles.age} ${styles.sample}`}>
        <strong>{SAMPLE.title}</strong>
        <span>{SAMPLE.text}</span>
      </p>
    );
  }
  if (origin.stale) {
    return (
      <p className={`row warn ${styles.age} ${styles.fresh}`}>
        <strong>
          Saved copy from <time dateTime={origin.fetchedAt}>{localMoment(origin.fetchedAt)}</time>
        </strong>
        <span>A newer copy will be fetched once USDA responds.</span>
      </p>
    );
  }
  return (
    <p className={`row good ${styles.age} ${styles.fresh}`}>
      <strong className={`row ${styles.live}`}>
        <svg width="1em" height="1em" fill="none" stroke="currentcolor" strokeWidth="2.5" viewBox="0 0 16 16" aria-hidden="true">
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
