import { FailedState, Fold } from '@site/ui';
import { PageFrame } from '../layout/page-frame.tsx';
import { useWithoutConnection, WithoutConnection } from '../offline/without-connection.tsx';

interface PageFailedProps {
  readonly error: unknown;
  /** The layout itself failed, so nothing is shown around this. */
  readonly alone: boolean;
}

const reload = () => window.location.reload();

/** Shown in place of a page that threw while rendering or whose code did not load. */
export function PageFailed({ error, alone }: PageFailedProps) {
  const isOffline = useWithoutConnection(true, reload);
  return (
    <PageFrame heading={isOffline ? 'Offline' : 'Something went wrong'}>
      <FailedState title={isOffline ? 'This page needs a connection' : 'This page could not be shown'} onRetry={reload}>
        {isOffline ? (
          <WithoutConnection />
        ) : (
          <p>{alone ? 'Loading it again often helps.' : 'The menu and the other pages keep working.'}</p>
        )}
        <Fold title="Technical details">
          <p>{error instanceof Error ? error.message : String(error)}</p>
        </Fold>
      </FailedState>
    </PageFrame>
  );
}
