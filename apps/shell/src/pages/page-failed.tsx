import { FailedState, Fold } from '@site/ui';
import { PageFrame } from '../layout/page-frame.tsx';

interface PageFailedProps {
  readonly error: unknown;
  /** The layout itself failed, so nothing is shown around this. */
  readonly alone: boolean;
}

/** Shown in place of a page that threw while rendering or whose code did not load. */
export function PageFailed({ error, alone }: PageFailedProps) {
  return (
    <PageFrame heading="Something went wrong">
      <FailedState title="This page could not be shown" onRetry={() => window.location.reload()}>
        <p>{alone ? 'Loading it again often helps.' : 'The menu and the other pages keep working.'}</p>
        <Fold title="Technical reason">
          <p>{error instanceof Error ? error.message : String(error)}</p>
        </Fold>
      </FailedState>
    </PageFrame>
  );
}
