// The same pages as the federated site, built as one app: the peer of the benches that compare with "one app".
import '@site/ui/tokens.css';
import '@site/ui/kit.css';
import '../../../apps/shell/src/styles/fonts.css';
import '../../../apps/shell/src/styles/base.css';
import { hydrateRoot } from 'react-dom/client';
import { siteAnalytics } from '../../../apps/shell/src/analytics/site-analytics.ts';
import { App } from '../../../apps/shell/src/app.tsx';
import { readBoot } from '../../../apps/shell/src/boot.ts';
import { createRemoteLoader } from '../../../apps/shell/src/federation/remote-loader.ts';
import { createRemotePages } from '../../../apps/shell/src/federation/remote-pages.tsx';
import { createMotionControl } from '../../../apps/shell/src/host/motion.ts';
import { lazyPart } from '../../../apps/shell/src/lazy-part.ts';
import { createScrollPlaces } from '../../../apps/shell/src/navigation/scroll-places.ts';
import { createSiteHistory } from '../../../apps/shell/src/navigation/site-history.ts';
import { SiteRouter } from '../../../apps/shell/src/navigation/site-router.tsx';
import { createSitePages } from '../../../apps/shell/src/pages/site-pages.tsx';
import { createServices } from '../../../apps/shell/src/services.ts';
import { SiteView } from '../../../apps/shell/src/site-view.tsx';
import { siteTelemetry } from '../../../apps/shell/src/telemetry/telemetry.ts';
import { createToastStore } from '../../../apps/shell/src/toasts/toast-store.ts';
import { routes as cameras } from '../../../apps/demos-cameras/src/routes.ts';
import { routes as games } from '../../../apps/demos-games/src/routes.ts';
import { routes as sensors } from '../../../apps/demos-sensors/src/routes.ts';
import { routes as prices } from '../../../apps/market-prices/src/routes.ts';

const boot = readBoot(document);
const telemetry = siteTelemetry(window, false);
const loader = createRemoteLoader({
  importRuntime: async () => ({ loadRoutes: async () => ({ routes: [...cameras, ...games, ...sensors, ...prices] }) }),
  preload: async () => {},
  retire: () => {},
  hasArrived: () => true,
  haveAllArrived: () => false,
  abandonRequests: () => {},
  isServed: async () => false,
  reload: () => {},
  nextTask: () => Promise.resolve(),
  broken: { has: () => false, add: () => {}, forget: () => {} },
  fallbackDelay: () => 4_000,
  clock: {
    setTimeout: window.setTimeout.bind(window),
    clearTimeout: window.clearTimeout.bind(window),
    now: () => performance.now(),
  },
  caught: () => {},
  shown: ({ remote, release }, path) => telemetry.shown({ app: remote, release }, path),
  report: ({ message }) => console.error(message),
});
const remotePages = lazyPart(() => Promise.resolve(createRemotePages(loader)));
const pages = createSitePages(boot, remotePages);
const scroll = createScrollPlaces(window, false);
const services = createServices({
  boot,
  analytics: siteAnalytics(null, navigator),
  telemetry,
  scroll,
  remotePages,
  motion: createMotionControl({ prefersReducedMotion: false, storage: undefined }),
  toasts: createToastStore({ setTimeout: window.setTimeout.bind(window), clearTimeout: window.clearTimeout.bind(window) }),
});
const warm = (pathname: string) => pages.at(pathname).warm();
const history = createSiteHistory(window, { onOpen: () => telemetry.opened(), onLeave: scroll.leave });
async function start() {
  await warm(window.location.pathname);
  hydrateRoot(
    document.getElementById('root')!,
    <App services={services}>
      <SiteRouter history={history} loadPage={warm}>
        <SiteView pages={pages} />
      </SiteRouter>
    </App>,
  );
}
void start();
