import { FailureBox } from '../connection/failure-box.tsx';
import type { PriceKind } from './price-kind.ts';
import { failureHint } from './report-failure.ts';

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
  /** True if the page is framed by another site. */
  readonly isEmbedded: boolean;
  readonly onRetry: () => void;
}

export function ReportFailed({ kind, error, message, failedAt, isEmbedded, onRetry }: ReportFailedProps) {
  return (
    <FailureBox
      title="Error loading report:"
      message={message}
      hint={failureHint(error, 'price report', isEmbedded)}
      details={{ endpoint: kind.path, message, failedAt, causes: causes(kind.slug), steps: STEPS }}
      onRetry={onRetry}
    />
  );
}
