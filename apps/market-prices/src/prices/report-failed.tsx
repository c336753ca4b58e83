import { FailureBox } from '../connection/failure-box.tsx';
import { TechnicalDetails } from '../connection/technical-details.tsx';
import type { PriceKind } from './price-kind.ts';
import { failureHint } from './report-failure.ts';
import styles from './prices.module.css';

const causes = (slug: string): string[] => [
  'The USDA API key is missing in production',
  'USDA’s rate limit was reached, or its service is unavailable',
  'A network problem between this device, this site and USDA',
  `Report slug ${slug} is unavailable`,
];

const STEPS = [
  'Press Retry: it sends one more request; nothing is retried automatically',
  'Open the list of USDA reports: it uses the same connection',
  'Owners: read the server’s log for the time above and check USDA_API_KEY',
];

interface ReportFailedProps {
  readonly kind: PriceKind;
  readonly error: unknown;
  readonly message: string;
  readonly failedAt: number;
  readonly onRetry: () => void;
}

export function ReportFailed({ kind, error, message, failedAt, onRetry }: ReportFailedProps) {
  return (
    <FailureBox title="Error loading report:" onRetry={onRetry}>
      <p className={styles.message}>{message}</p>
      <p className="note">{failureHint(error)}</p>
      <TechnicalDetails endpoint={kind.path} message={message} failedAt={failedAt} causes={causes(kind.slug)} steps={STEPS} />
    </FailureBox>
  );
}
