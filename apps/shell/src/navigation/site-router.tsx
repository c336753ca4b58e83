import { startTransition, useLayoutEffect, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
// oxlint-disable-next-line no-restricted-imports -- the shell itself provides it
import { Router } from 'react-router-dom';
import type { SiteHistory, Visit } from './site-history.ts';

interface SiteRouterProps {
  readonly history: SiteHistory;
  /** Resolves when the page's code has loaded: a view transition cannot wait for it. */
  readonly loadPage: (pathname: string) => Promise<unknown>;
  readonly children: ReactNode;
}

/** React Router in its declarative mode: pages are looked up by path or pattern (site-pages.tsx), so its route matching stays out of the download. */
export function SiteRouter({ history, loadPage, children }: SiteRouterProps) {
  const [{ location, action }, setVisit] = useState(history.current);

  useLayoutEffect(() => {
    async function animate(visit: Visit) {
      // The page itself shows that its code failed to load.
      await loadPage(visit.location.pathname).catch(() => {});
      // The visitor has moved on while it loaded, or while the browser captured the old page.
      const isLeft = () => history.current() !== visit;
      if (isLeft()) return;
      document.startViewTransition(() => {
        if (!isLeft()) flushSync(() => setVisit(visit));
      });
    }
    return history.listen((visit) => {
      if (visit.viewTransition) void animate(visit);
      else if (visit.isSynchronous) flushSync(() => setVisit(visit));
      // As a transition: the current page stays until the next one's code has loaded.
      else startTransition(() => setVisit(visit));
    });
  }, [history, loadPage]);

  return (
    <Router location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  );
}
