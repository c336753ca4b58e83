import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from '@site/router';

/**
 * Writes the filters into the address in a separate task: the router then renders the whole page again, which can wait until
 * the rows are painted. Stable between renders; if several addresses are set within a task, the last one wins.
 */
export function useDeferredAddress(): (params: URLSearchParams) => void {
  const [, setParams] = useSearchParams();
  const { state } = useLocation() as { readonly state: unknown };
  const latest = useRef({ setParams, state });
  const timer = useRef<number>(undefined);
  useEffect(() => {
    latest.current = { setParams, state };
  }, [setParams, state]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return useCallback((params) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      // Keeps the state of the history entry.
      const { setParams: write, state: kept } = latest.current;
      write(params, { replace: true, preventScrollReset: true, state: kept });
    }, 0);
  }, []);
}
