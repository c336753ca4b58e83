import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from '@site/router';

interface Format<View> {
  read(params: URLSearchParams): View;
  write(view: View): URLSearchParams;
}

/**
 * What a visitor has chosen on a page, also kept in the address so that a link, a reload, Back and Forward show the same view.
 * The view changes at once; the address follows in a separate task, because the router then renders the whole page again, which can
 * wait until the rows are painted.
 * @returns the view, and a function that replaces it by one made from the latest view; it is stable between renders
 */
export function useAddressView<View>({ read, write }: Format<View>): [View, (next: (view: View) => View) => void] {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation() as { readonly state: unknown };
  // Fields follow the keyboard, not the address: the router may commit an address late.
  const [view, setView] = useState(() => read(params));
  const latest = useRef(view);
  const current = useRef({ read, write, setParams, state });
  const timer = useRef<number>(undefined);
  /** The shown address, then those written here that the router has not committed yet. */
  const addresses = useRef([params.toString()]);
  const address = params.toString();
  useEffect(() => {
    current.current = { read, write, setParams, state };
  }, [read, write, setParams, state]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEffect(() => {
    const index = addresses.current.indexOf(address);
    if (index >= 0) {
      addresses.current.splice(0, index);
      return;
    }
    // Not written here: Back, Forward, or a link to this page.
    window.clearTimeout(timer.current);
    addresses.current = [address];
    latest.current = current.current.read(new URLSearchParams(address));
    setView(latest.current);
  }, [address]);
  const change = useCallback((next: (view: View) => View) => {
    latest.current = next(latest.current);
    setView(latest.current);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      // Keeps the state of the history entry.
      const { write: format, setParams: show, state: kept } = current.current;
      const written = format(latest.current);
      addresses.current.push(written.toString());
      show(written, { replace: true, preventScrollReset: true, state: kept });
    }, 0);
  }, []);
  return [view, change];
}
