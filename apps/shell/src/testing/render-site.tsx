import { render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import type { BootData } from '@site/contracts';
import { silentAnalytics, type SiteAnalytics } from '../analytics/analytics.ts';
import { App } from '../app.tsx';
import { idleLoader, type RemoteLoader } from '../federation/page-load.ts';
import { createMotionControl } from '../host/motion.ts';
import { shellRoutes } from '../routes.tsx';
import { createServices } from '../services.ts';
import { silentTelemetry, type Telemetry } from '../telemetry/telemetry.ts';
import { createToastStore } from '../toasts/toast-store.ts';
import { aBoot } from './boot.ts';

interface SiteOptions {
  readonly boot?: BootData;
  readonly analytics?: SiteAnalytics;
  readonly loader?: RemoteLoader;
  readonly telemetry?: Telemetry;
}

/** The whole site in a test, at one path. */
export function renderSite(
  path: string,
  { boot = aBoot(), analytics = silentAnalytics, loader = idleLoader, telemetry = silentTelemetry }: SiteOptions = {},
) {
  window.scrollTo = jest.fn();
  const router = createMemoryRouter(shellRoutes(boot), { initialEntries: [path] });
  const services = createServices({
    boot,
    analytics,
    loader,
    telemetry,
    motion: createMotionControl({ prefersReducedMotion: false, storage: undefined }),
    toasts: createToastStore(globalThis),
  });
  const view = render(
    <App services={services}>
      <RouterProvider router={router} />
    </App>,
  );
  return { ...view, router, services };
}
