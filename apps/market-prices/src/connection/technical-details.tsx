import { Fold } from '@site/ui';
import { localMoment } from './report-dates.ts';
import styles from './connection.module.css';

interface TechnicalDetailsProps {
  readonly endpoint: string;
  readonly message: string;
  /** Milliseconds since 1970. */
  readonly failedAt: number;
  readonly causes: readonly string[];
  readonly steps: readonly string[];
}

/** What the owner needs to find the cause; collapsed, because visitors do not need it. */
export function TechnicalDetails({ endpoint, message, failedAt, causes, steps }: TechnicalDetailsProps) {
  const moment = new Date(failedAt).toISOString();
  return (
    <Fold title="Technical details">
      <dl className={`small ${styles.facts}`}>
        <dt>Endpoint</dt>
        <dd>
          <code>GET {endpoint}</code>
        </dd>
        <dt>Message</dt>
        <dd>{message}</dd>
        <dt>Time</dt>
        <dd>
          <time dateTime={moment}>{localMoment(moment)}</time>
        </dd>
      </dl>
      <h3 className={`kicker ${styles.listTitle}`}>Possible causes</h3>
      <ul className={`small ${styles.list}`}>
        {causes.map((cause) => (
          <li key={cause}>{cause}</li>
        ))}
      </ul>
      <h3 className={`kicker ${styles.listTitle}`}>Debug steps</h3>
      <ol className={`small ${styles.list}`}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Fold>
  );
}
