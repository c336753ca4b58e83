import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from '@site/router';

/**
 * Writes the filters into the address, in a task of its own: the router then draws the whole page anew, which may wait until
 * the rows are painted. Stable between renders; of several addresses within a task the last one counts.
 */
export function useLateAddress(): (params: URLSearchParams) => void {
  const [, setParams] = useSearchParams();
  const latest = useRef(setParams);
  const timer = useRef<number>(undefined);
  useEffect(() => {
    latest.current = setParams;
  }, [setParams]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return useCallback((params) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => latest.current(params, { replace: true, preventScrollReset: true }), 0);
  }, []);
}
