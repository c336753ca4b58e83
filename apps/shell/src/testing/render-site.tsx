import { act, render } from '@testing-library/react';
import type { BootData } from '@site/contracts';
import { silentAnalytics, type SiteAnalytics } from '../analytics/analytics.ts';
import { App } from '../app.tsx';
import { idleLoader, type RemoteLoader } from '../federation/page-load.ts';
import { createRemotePages } from '../federation/remote-pages.tsx';
import { createMotionControl } from '../host/motion.ts';
import { lazyPart } from '../lazy-part.ts';
import { createScrollPlaces } from '../navigation/scroll-places.ts';
import { createSiteHistory } from '../navigation/site-history.ts';
import { SiteRouter } from '../navigation/site-router.tsx';
import { shellPages } from '../page-info.ts';
import { createSitePages } from '../pages/site-pages.tsx';
import { createServices } from '../services.ts';
import { SiteView } from '../site-view.tsx';
import { silentTelemetry, type Telemetry } from '../telemetry/telemetry.ts';
import { createToastStore } from '../toasts/toast-store.ts';
import { aBoot } from './boot.ts';

interface SiteOptions {
  readonly boot?: BootData;
  readonly analytics?: SiteAnalytics;
  readonly loader?: RemoteLoader;
  readonly telemetry?: Telemetry;
}

/** The whole site in a test, at one path, with the code of all pages loaded: nothing suspends. */
export async function renderSite(
  path: string,
  { boot = aBoot(), analytics = silentAnalytics, loader = idleLoader, telemetry = silentTelemetry }: SiteOptions = {},
) {
  window.scrollTo = jest.fn();
  // The tests in a file share a document.
  document.title = '';
  window.history.replaceState(null, '', path);
  const remotePages = lazyPart(() => Promise.resolve(createRemotePages(loader)));
  const pages = createSitePages(boot, remotePages);
  const warm = (pathname: string) => pages.at(pathname).warm();
  await Promise.all([...shellPages, { path: window.location.pathname }].map(({ path: each }) => warm(each)));
  const scroll = createScrollPlaces(window, false);
  const history = createSiteHistory(window, { onOpen: () => telemetry.opened(), onLeave: scroll.leave });
  const services = createServices({
    boot,
    analytics,
    telemetry,
    scroll,
    remotePages,
    motion: createMotionControl({ prefersReducedMotion: false, storage: undefined }),
    toasts: createToastStore(globalThis),
  });
  const view = render(
    <App services={services}>
      <SiteRouter history={history} loadPage={warm}>
        <SiteView pages={pages} />
      </SiteRouter>
    </App>,
  );
  const openPage = (to: string) => act(() => history.push(to));
  return { ...view, history, openPage, services };
}
