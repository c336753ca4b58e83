import '@site/ui/tokens.css';
import './styles/fonts.css';
import './styles/base.css';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { objects, siteAnalytics } from './analytics/site-analytics.ts';
import { App } from './app.tsx';
import { readBoot } from './boot.ts';
import { watchLinkIntent } from './federation/link-intent.ts';
import { hasArrived, hasFewConnections, patienceOn } from './federation/patience.ts';
import { createPreload } from './federation/preload.ts';
import { createRemoteLoader } from './federation/remote-loader.ts';
import { brokenReleases } from './federation/remote-source.ts';
import { createMotionControl } from './host/motion.ts';
import { visitorStorage } from './host/visitor-storage.ts';
import { shellRoutes } from './routes.tsx';
import { createServices } from './services.ts';
import { site } from './site.ts';
import { outcomeOf, siteTelemetry } from './telemetry/telemetry.ts';
import { createToastStore } from './toasts/toast-store.ts';

/** On a slow machine evaluating this file's imports is as much as one task may hold: what follows are tasks of their own. */
const nextTask = () =>
  new Promise<void>((resolve) => {
    // A message is a task that no timer throttles.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

// A long visit asks for more files than the 250 that are remembered by themselves.
performance.setResourceTimingBufferSize(2_000);
await nextTask();
const boot = readBoot(document);
const analytics = siteAnalytics(site.analytics, navigator);
const telemetry = siteTelemetry(window, objects(navigator));
const loader = createRemoteLoader({
  importRuntime: () => import('./federation/federation-runtime.ts'),
  ...createPreload(document),
  hasArrived: (base, since) => hasArrived(performance, base, since),
  abandonRequests: () => {
    if (hasFewConnections(performance)) window.stop();
  },
  broken: brokenReleases(window),
  patience: () => patienceOn(performance),
  clock: {
    setTimeout: window.setTimeout.bind(window),
    clearTimeout: window.clearTimeout.bind(window),
    now: () => performance.now(),
  },
  shown: ({ remote, release }, path) => telemetry.shown({ app: remote, release }, path),
  report({ remote, release, path, phase, message, served }) {
    telemetry.failed({ app: remote, release }, path, outcomeOf({ phase, served }), phase, message);
    const end = served === null ? '' : `; ${served} took over`;
    console.error(`${path} of ${remote} ${release} failed in step ${phase}: ${message}${end}`);
  },
});
const services = createServices({
  boot,
  analytics,
  loader,
  motion: createMotionControl({
    prefersReducedMotion: window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    storage: visitorStorage(window),
  }),
  telemetry,
  toasts: createToastStore({ setTimeout: window.setTimeout.bind(window), clearTimeout: window.clearTimeout.bind(window) }),
});

await nextTask();
const router = createBrowserRouter(shellRoutes(boot));
let { pathname } = router.state.location;
// Before anything of the next page is rendered: the time until it is shown begins with the click.
router.subscribe(({ navigation, location }) => {
  const next = (navigation.location ?? location).pathname;
  if (next === pathname) return;
  pathname = next;
  telemetry.opened();
});
watchLinkIntent(document, boot, loader, navigator);
if (document.readyState === 'complete') analytics.ready();
else window.addEventListener('load', () => analytics.ready(), { once: true });

await nextTask();
const root = document.getElementById('root');
if (!root) throw new Error('the document has no #root');
// As a transition React hydrates in slices of a few milliseconds, and answers a press in between.
startTransition(() => {
  hydrateRoot(
    root,
    <App services={services}>
      <RouterProvider router={router} />
    </App>,
    { onRecoverableError: (error) => console.error(error) },
  );
});
