import { FailureBox } from '../connection/failure-box.tsx';
import { failureWords } from '../connection/error-body.ts';
import { errorText } from '../connection/error-text.ts';
import { failureHint, type Requested } from '../prices/report-failure.ts';

const CAUSES = [
  'The USDA API key is missing or was refused',
  'USDA Market News is limiting the request rate or is unavailable',
  'A network problem between this device, this site and USDA',
];
const STEPS = [
  'Press Retry: it sends one more request; nothing is retried automatically',
  'Check whether the egg prices load: they use the same connection',
  'Owners: read the server’s log for the time above and check USDA_API_KEY',
];

interface ReportsFailedProps {
  readonly title: string;
  readonly requested: Requested;
  readonly endpoint: string;
  readonly error: unknown;
  readonly failedAt: number;
  readonly onRetry: () => void;
}

/** The list, or one report, could not be loaded. */
export function ReportsFailed({ title, requested, endpoint, error, failedAt, onRetry }: ReportsFailedProps) {
  return (
    <FailureBox
      title={title}
      message={failureWords(error)}
      hint={failureHint(error, requested)}
      // The message is unmodified here, so that nothing is lost.
      details={{ endpoint, message: errorText(error), failedAt, causes: CAUSES, steps: STEPS }}
      onRetry={onRetry}
    />
  );
}
