import '@site/ui/tokens.css';
import '@site/ui/kit.css';
import './styles/fonts.css';
import './styles/base.css';
import type { ReactNode } from 'react';
import type { BootData } from '@site/contracts';
import { safeStorage } from '@site/host';
import { optsOut, siteAnalytics } from './analytics/site-analytics.ts';
import { App } from './app.tsx';
import { readBoot } from './boot.ts';
import type { LoaderPorts } from './federation/page-load.ts';
import { createMotionControl } from './host/motion.ts';
import { lazyPart } from './lazy-part.ts';
import { watchLinkIntent } from './navigation/link-intent.ts';
import { createScrollPlaces } from './navigation/scroll-places.ts';
import { createSiteHistory } from './navigation/site-history.ts';
import { SiteRouter } from './navigation/site-router.tsx';
import { nextTask } from './next-task.ts';
import { createSitePages } from './pages/site-pages.tsx';
import { createServices } from './services.ts';
import { site } from './site.ts';
import { SiteView } from './site-view.tsx';
import { siteTelemetry } from './telemetry/telemetry.ts';
import { createToastStore } from './toasts/toast-store.ts';

/** What differs between the visitors' shell and the development shell. */
interface ShellParts extends Pick<LoaderPorts, 'importRuntime'> {
  /** Adapts the boot data that the server wrote into the document. */
  prepare(boot: BootData): BootData | Promise<BootData>;
  /** True if the visit is counted and its outcome reported. */
  readonly isCounted: boolean;
  mount(root: HTMLElement, app: ReactNode): void;
}

export async function startShell({ prepare, importRuntime, isCounted, mount }: ShellParts): Promise<void> {
  // A long visit requests more files than the 250 that the buffer holds by default.
  performance.setResourceTimingBufferSize(2_000);
  // On a slow machine, evaluating this file's imports takes a whole task: what follows runs in separate tasks.
  await nextTask();
  const boot = await prepare(readBoot(document));
  const analytics = siteAnalytics(isCounted ? site.analytics : null, navigator);
  const telemetry = siteTelemetry(window, !isCounted || optsOut(navigator));
  const remotePages = lazyPart(async () => {
    const { createBrowserLoader, createRemotePages } = await import('./federation/remote-pages.tsx');
    return createRemotePages(createBrowserLoader(window, telemetry, importRuntime));
  });
  const pages = createSitePages(boot, remotePages);
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const scroll = createScrollPlaces(window, ['reload', 'back_forward'].includes(navigation?.type ?? ''));
  const services = createServices({
    boot,
    analytics,
    scroll,
    motion: createMotionControl({
      prefersReducedMotion: window.matchMedia('(prefers-reduced-motion: reduce)').matches,
      storage: safeStorage(() => window.localStorage),
    }),
    telemetry,
    remotePages,
    toasts: createToastStore({ setTimeout: window.setTimeout.bind(window), clearTimeout: window.clearTimeout.bind(window) }),
  });
  const warm = (pathname: string) => pages.at(pathname).warm();
  const placeOf = (pathname: string) => pages.at(pathname).info.shownBy ?? pathname;
  let place = placeOf(window.location.pathname);
  const history = createSiteHistory(window, {
    onOpen(pathname) {
      if (placeOf(pathname) === place) return;
      place = placeOf(pathname);
      // The time until the page is shown begins with the click.
      telemetry.opened();
      // The page itself shows that its code failed to load.
      warm(pathname).catch(() => {});
    },
    onLeave: scroll.leave,
  });
  watchLinkIntent(document, pages, navigator);
  if (document.readyState === 'complete') analytics.ready();
  else window.addEventListener('load', () => analytics.ready(), { once: true });

  await nextTask();
  // The server has rendered the page, so its code has to arrive before React hydrates it. If it does not, the rendered page stays, and its
  // links work. A remote's page has nothing to read yet, so the failure is shown.
  const first = pages.at(window.location.pathname);
  await first.warm().catch((cause: unknown) => {
    if (first.isPrerendered) throw cause;
  });
  const root = document.getElementById('root');
  if (!root) throw new Error('the document has no #root');
  mount(
    root,
    <App services={services}>
      <SiteRouter history={history} loadPage={warm}>
        <SiteView pages={pages} />
      </SiteRouter>
    </App>,
  );
}
