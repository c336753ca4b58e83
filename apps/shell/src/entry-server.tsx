import { renderToString } from 'react-dom/server';
// oxlint-disable-next-line no-restricted-imports -- the shell itself provides it
import { StaticRouter } from 'react-router-dom';
import type { BootData, RenderedPage, ShellPage, ShellServerModule, SiteTextFile } from '@site/contracts';
import { SOCIAL_IMAGE, THEME_COLORS } from '../social-image.ts';
import { silentAnalytics } from './analytics/analytics.ts';
import { analyticsOrigins } from './analytics/site-analytics.ts';
import { App } from './app.tsx';
import { idleLoader } from './federation/page-load.ts';
import { createMotionControl } from './host/motion.ts';
import { createRemotePages } from './federation/remote-pages.tsx';
import { lazyPart } from './lazy-part.ts';
import { shellPages as ownPages } from './page-info.ts';
import { createSitePages } from './pages/site-pages.tsx';
import { createServices } from './services.ts';
import { resume } from './resume/resume.ts';
import { resumeMarkdown } from './resume/resume-markdown.ts';
import { documentTitle, site } from './site.ts';
import { SiteView } from './site-view.tsx';
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
  const remotePages = lazyPart(() => Promise.resolve(createRemotePages(idleLoader)));
  const pages = createSitePages(boot, remotePages);
  const page = pages.at(new URL(path, 'http://site.invalid').pathname);
  await page.warm();
  const services = createServices({
    boot,
    analytics: silentAnalytics,
    telemetry: silentTelemetry,
    scroll: { leave: () => undefined, arrive: () => undefined },
    remotePages,
    motion: createMotionControl({ prefersReducedMotion: false, storage: undefined }),
    toasts: createToastStore(globalThis),
  });
  const html = renderToString(
    <App services={services}>
      <StaticRouter location={path}>
        <SiteView pages={pages} />
      </StaticRouter>
    </App>,
  );
  const { status, title, description, indexable } = page.info;
  return { status, title: documentTitle(title), description, indexable, html };
}

export { structuredData };
export const siteName = site.ownerName;
export const connectOrigins = analyticsOrigins(site.analytics);
export const socialImage = SOCIAL_IMAGE;
export const themeColors = THEME_COLORS;

/** The résumé as programs read it: JSON has all sections of the content file, Markdown those that the page shows. */
export const textFiles: Readonly<Record<string, SiteTextFile>> = {
  '/resume.json': { type: 'application/json', text: `${JSON.stringify(resume, null, 2)}\n` },
  '/resume.md': {
    type: 'text/markdown; charset=utf-8',
    text: resumeMarkdown(site.ownerName, Object.values(site.profiles), resume),
  },
};

({
  renderPage,
  shellPages,
  structuredData,
  siteName,
  connectOrigins,
  socialImage,
  themeColors,
  textFiles,
}) satisfies ShellServerModule;
