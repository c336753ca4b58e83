import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from '@site/router';
import { shellPages, type PageInfo } from '../page-info.ts';
import { useServices } from '../services.ts';
import { documentTitle } from '../site.ts';

/**
 * What happens when the page changes, besides its content: the scroll position (the top, or with Back and Forward the place where the
 * visitor was), the title, the focus on the heading, and one page view.
 * A page that was loaded keeps the focus that the browser gave it, and one that was reloaded returns to its place by itself. A changed
 * query string, and another state of the same page (`shownBy`), are left to the page.
 * @returns what a screen reader announces
 */
export function usePageArrival(page: PageInfo): string {
  const { analytics, telemetry, scroll, release } = useServices();
  const { pathname, key } = useLocation();
  const lastPath = useRef<string>(undefined);
  const lastPlace = useRef<string>(undefined);
  const place = page.shownBy ?? pathname;
  const titledPath = useRef<string>(undefined);
  const [announcement, setAnnouncement] = useState('');

  // Before the effects of the page itself, which may set a more specific title.
  useLayoutEffect(() => {
    if (titledPath.current === pathname) return;
    const isFirstPage = titledPath.current === undefined;
    titledPath.current = pathname;
    // A document that came with a title keeps it: it may be more specific than the route's.
    if (isFirstPage && document.title !== '') return;
    document.title = documentTitle(page.title);
  }, [page, pathname]);

  useEffect(() => {
    const cameFrom = lastPath.current;
    if (cameFrom === pathname) return;
    lastPath.current = pathname;
    analytics.pageView(pathname, document.title);
    // A remote's page reports itself once it is shown.
    if (shellPages.some(({ path }) => path === pathname)) telemetry.shown({ app: 'shell', release }, pathname);
    const isSamePlace = lastPlace.current === place;
    lastPlace.current = place;
    if (cameFrom === undefined) return;
    analytics.event('navigation', pathname);
    if (isSamePlace) return;
    scroll.arrive(key);
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    setAnnouncement(page.title);
  }, [analytics, telemetry, scroll, release, page, pathname, key, place]);

  return announcement;
}
