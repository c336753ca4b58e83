import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import type { BootData, RenderedPage, ShellPage, ShellServerModule, SiteTextFile } from '@site/contracts';
import { SOCIAL_IMAGE } from '../social-image.ts';
import { silentAnalytics } from './analytics/analytics.ts';
import { analyticsOrigins } from './analytics/site-analytics.ts';
import { App } from './app.tsx';
import { idleLoader } from './federation/page-load.ts';
import { createMotionControl } from './host/motion.ts';
import { pageInfoOf, shellPages as ownPages } from './page-info.ts';
import { shellRoutes } from './routes.tsx';
import { createServices } from './services.ts';
import { resume } from './resume/resume.ts';
import { documentTitle, site } from './site.ts';
import { structuredData } from './structured-data.ts';
import { silentTelemetry } from './telemetry/telemetry.ts';
import { createToastStore } from './toasts/toast-store.ts';

export const shellPages: readonly ShellPage[] = ownPages.map(({ path, title, description, indexable }) => ({
  path,
  title,
  description,
  indexable,
}));

/** Renders what the browser will hydrate; for a remote's page that is the frame. `title` is the document's whole title. */
export async function renderPage(path: string, boot: BootData): Promise<RenderedPage> {
  const { query, dataRoutes } = createStaticHandler(shellRoutes(boot));
  const context = await query(new Request(`http://site.invalid${path}`));
  if (context instanceof Response) throw new Error(`${path} answered ${context.status} instead of a page`);
  const services = createServices({
    boot,
    analytics: silentAnalytics,
    loader: idleLoader,
    telemetry: silentTelemetry,
    motion: createMotionControl({ prefersReducedMotion: false, storage: undefined }),
    toasts: createToastStore(globalThis),
  });
  const html = renderToString(
    <App services={services}>
      <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
    </App>,
  );
  const { status, title, description, indexable } = pageInfoOf(context.matches.map(({ route }) => route.handle as unknown));
  return { status, title: documentTitle(title), description, indexable, html };
}

export { structuredData };
export const siteName = site.ownerName;
export const connectOrigins = analyticsOrigins(site.analytics);
export const socialImage = SOCIAL_IMAGE;

/** The résumé as programs read it, with all sections of the content file, those that the page does not show too. */
export const textFiles: Readonly<Record<string, SiteTextFile>> = {
  '/resume.json': { type: 'application/json', text: `${JSON.stringify(resume, null, 2)}\n` },
};

({ renderPage, shellPages, structuredData, siteName, connectOrigins, socialImage, textFiles }) satisfies ShellServerModule;
