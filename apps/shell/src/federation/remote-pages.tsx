import { QueryClientProvider } from '@site/query';
import { createQueryClient } from '../host/query-client.ts';
import type { RemotePages } from '../pages/site-pages.tsx';
import type { RemoteLoader } from './page-load.ts';
import { RemotePage } from './remote-page.tsx';

export { createBrowserLoader } from './browser-loader.ts';

/** Everything that only pages of remotes need; fetched with the first of them, or when the visitor points at a link to one. */
export function createRemotePages(loader: RemoteLoader): RemotePages {
  const queryClient = createQueryClient();
  return {
    Page: ({ remote, route }) => (
      <QueryClientProvider client={queryClient}>
        <RemotePage loader={loader} remote={remote} route={route} />
      </QueryClientProvider>
    ),
    prefetch: (remote, route) => loader.prefetch(remote, route),
    drawing: (remote, route) => loader.drawing(remote, route),
  };
}
