import { useRouteError } from '@site/router';
import { FailedState, Fold } from '@site/ui';
import { PageFrame } from '../layout/page-frame.tsx';

/** A page that threw while rendering. `alone`: the layout itself failed, so nothing stands around it. */
export function PageFailed({ alone = false }: { readonly alone?: boolean }) {
  const error = useRouteError();
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
