import '@site/ui/tokens.css';
import './styles/fonts.css';
import './styles/base.css';
import type { ReactNode } from 'react';
import type { BootData } from '@site/contracts';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { objects, siteAnalytics } from './analytics/site-analytics.ts';
import { App } from './app.tsx';
import { readBoot } from './boot.ts';
import { watchLinkIntent } from './federation/link-intent.ts';
import { hasArrived, hasFewConnections, patienceOn } from './federation/patience.ts';
import type { LoaderPorts } from './federation/page-load.ts';
import { createPreload } from './federation/preload.ts';
import { createRemoteLoader } from './federation/remote-loader.ts';
import { brokenReleases } from './federation/remote-source.ts';
import { createMotionControl } from './host/motion.ts';
import { visitorStorage } from './host/visitor-storage.ts';
import { nextTask } from './next-task.ts';
import { shellRoutes } from './routes.tsx';
import { createServices } from './services.ts';
import { site } from './site.ts';
import { outcomeOf, siteTelemetry } from './telemetry/telemetry.ts';
import { createToastStore } from './toasts/toast-store.ts';

/** What differs between the shell that visitors have and the one in which remotes are developed. */
interface ShellParts extends Pick<LoaderPorts, 'importRuntime'> {
  /** The last word on what the server wrote into the document. */
  prepare(boot: BootData): BootData | Promise<BootData>;
  /** Whether the visit is counted, and tells how it went. */
  readonly isCounted: boolean;
  mount(root: HTMLElement, app: ReactNode): void;
}

export async function startShell({ prepare, importRuntime, isCounted, mount }: ShellParts): Promise<void> {
  // A long visit asks for more files than the 250 that are remembered by themselves.
  performance.setResourceTimingBufferSize(2_000);
  // On a slow machine evaluating this file's imports is as much as one task may hold: what follows are tasks of their own.
  await nextTask();
  const boot = await prepare(readBoot(document));
  const analytics = siteAnalytics(isCounted ? site.analytics : null, navigator);
  const telemetry = siteTelemetry(window, !isCounted || objects(navigator));
  const loader = createRemoteLoader({
    importRuntime,
    nextTask,
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
  mount(
    root,
    <App services={services}>
      <RouterProvider router={router} />
    </App>,
  );
}
