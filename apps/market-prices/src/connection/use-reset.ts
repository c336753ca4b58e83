import { useQueryClient } from '@site/query';

/** Returns a function that forgets the query and requests it again, even while a request is pending. */
export function useReset(queryKey: readonly unknown[]): () => void {
  const client = useQueryClient();
  return () => void client.resetQueries({ queryKey, exact: true });
}
