import { request } from '@site/host';
import { QueryClient } from '@site/query';

const isApiPath = (value: unknown): value is `/api/${string}` => typeof value === 'string' && value.startsWith('/api/');

/** Data is fetched once and never goes stale by itself; a query without a function requests its key's first element. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: async ({ queryKey: [path], signal }) => {
          if (!isApiPath(path))
            throw new Error(`the first element of a query key must be a path under /api/, got ${String(path)}`);
          const response = await request('GET', path, undefined, signal);
          return (await response.json()) as unknown;
        },
        refetchInterval: false,
        refetchOnWindowFocus: false,
        staleTime: Infinity,
        retry: false,
        // Offline, a query fails and the page says so; by default it would show a skeleton until the connection is back.
        networkMode: 'always',
      },
      mutations: { retry: false },
    },
  });
}
