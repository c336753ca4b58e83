import type { ComponentType, ReactElement } from 'react';
import { routeAt, type BootData, type BootRemote, type BootRoute } from '@site/contracts';
import type { AliveModule } from '@site/host';
import { useLazyPart, type LazyPart } from '../lazy-part.ts';
import { notFoundPage, remotePageInfo, shellPages, type PageInfo } from '../page-info.ts';
import { NotFoundPage } from './not-found.page.tsx';
import { createOwnPages, type PagePart } from './own-pages.ts';

interface RemotePageProps {
  readonly remote: BootRemote;
  readonly route: BootRoute;
}

/** What shows the pages of remotes: frame, loader and query client. */
export interface RemotePages {
  readonly Page: ComponentType<RemotePageProps>;
  /** Warms what opening the page will request. */
  prefetch(remote: BootRemote, route: BootRoute): void;
  /** Loads the module that draws a page's exhibit in its card. */
  drawing(remote: BootRemote, route: BootRoute): Promise<AliveModule>;
}

interface SitePage {
  readonly info: PageInfo;
  /** True if the server renders all of it, and not just a frame for a remote. */
  readonly isPrerendered: boolean;
  /** Suspends until its code has loaded. */
  readonly element: ReactElement;
  /** Loads the page's code, once more if that failed before. For a remote's page that is the shell's part. */
  warm(): Promise<unknown>;
  /** Called when the visitor is likely to open the page. */
  prefetch(): void;
}

/** Every page of the site, the same on the server and in the browser. */
export interface SitePages {
  at(pathname: string): SitePage;
}

function OwnPage({ part }: { readonly part: PagePart }) {
  const { Page } = useLazyPart(part);
  return <Page />;
}

function RemotePage({ part, ...page }: RemotePageProps & { readonly part: LazyPart<RemotePages> }) {
  const { Page } = useLazyPart(part);
  return <Page {...page} />;
}

/** Its code is in the shell's first script. */
const notFound: SitePage = {
  info: notFoundPage,
  isPrerendered: true,
  element: <NotFoundPage />,
  warm: () => Promise.resolve(),
  prefetch: () => {},
};

function ownPage(info: PageInfo, part: PagePart): SitePage {
  return {
    info,
    isPrerendered: true,
    element: <OwnPage part={part} />,
    warm: part.warm,
    prefetch() {
      // Only a guess at what the visitor will open: a failure is shown when the page is opened.
      part.warm().catch(() => {});
    },
  };
}

function remotePage(remote: BootRemote, ownRoute: BootRoute, part: LazyPart<RemotePages>): SitePage {
  const route = remote.routes.find(({ path }) => path === ownRoute.shownBy) ?? ownRoute;
  return {
    info: remotePageInfo(ownRoute),
    isPrerendered: false,
    element: <RemotePage remote={remote} route={route} part={part} />,
    warm: part.warm,
    prefetch() {
      // As above.
      part.warm().then(
        (pages) => pages.prefetch(remote, route),
        () => {},
      );
    },
  };
}

/** A path must match exactly or match a route's pattern, apart from a trailing slash, which static hosts add. */
export function createSitePages(boot: BootData, remotePages: LazyPart<RemotePages>): SitePages {
  const ownPages = createOwnPages();
  const pages = new Map<string, SitePage>();
  const routes = boot.remotes.flatMap((remote) => remote.routes);
  for (const info of shellPages) {
    const part = ownPages.get(info.path);
    if (!part) throw new Error(`there is no page for ${info.path}`);
    pages.set(info.path, ownPage(info, part));
  }
  for (const remote of boot.remotes)
    for (const route of remote.routes) pages.set(route.path, remotePage(remote, route, remotePages));
  return {
    at(pathname) {
      const path = pathname.replace(/(.)\/+$/, '$1');
      return pages.get(path) ?? pages.get(routeAt(routes, path)?.path ?? '') ?? notFound;
    },
  };
}
