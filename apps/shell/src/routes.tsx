import type { ReactElement } from 'react';
import type { RouteObject } from 'react-router-dom';
import type { BootData, BootRemote } from '@site/contracts';
import { RemotePage } from './federation/remote-page.tsx';
import { Layout } from './layout/layout.tsx';
import { BeingBuiltPage } from './pages/being-built.page.tsx';
import { AboutPage } from './pages/about.page.tsx';
import { ContactPage } from './pages/contact.page.tsx';
import { DraftsPage } from './pages/drafts.page.tsx';
import { HeaderTestPage } from './pages/header-test.page.tsx';
import { HomePage } from './pages/home.page.tsx';
import { NotFoundPage } from './pages/not-found.page.tsx';
import { PageFailed } from './pages/page-failed.tsx';
import { PrivacyPage } from './pages/privacy.page.tsx';
import { ProjectsPage } from './pages/projects.page.tsx';
import { ShopPage } from './pages/shop.page.tsx';
import { notFoundPage, remotePageInfo, shellPages, type OwnPage } from './page-info.ts';

const finishedPages: Readonly<Record<string, ReactElement>> = {
  '/': <HomePage />,
  '/about': <AboutPage />,
  '/contact': <ContactPage />,
  '/portfolio': <ShopPage />,
  '/privacy': <PrivacyPage />,
  '/projects': <ProjectsPage />,
  '/projects/drafts': <DraftsPage />,
  '/projects/header-test': <HeaderTestPage />,
};

function ownRoute(page: OwnPage): RouteObject {
  const element = page.beingBuilt ? <BeingBuiltPage heading={page.title} path={page.path} /> : finishedPages[page.path];
  if (!element) throw new Error(`no page is written for ${page.path}`);
  return { path: page.path, caseSensitive: true, handle: page, element };
}

/** Every page of a remote stands under one pathless parent, which owns the error boundary. */
function remoteRoutes(remote: BootRemote): RouteObject {
  return {
    id: `remote:${remote.name}`,
    errorElement: <PageFailed />,
    HydrateFallback: () => null,
    children: remote.routes.map((route) => ({
      path: route.path,
      caseSensitive: true,
      handle: remotePageInfo(route),
      element: route.beingBuilt ? (
        <BeingBuiltPage heading={route.heading} path={route.path} />
      ) : (
        <RemotePage key={route.path} remote={remote} route={route} />
      ),
    })),
  };
}

/** The whole site's routes, the same on the server and in the browser. */
export function shellRoutes(boot: BootData): RouteObject[] {
  return [
    {
      id: 'site',
      element: <Layout />,
      errorElement: <PageFailed alone />,
      children: [
        { id: 'shell', errorElement: <PageFailed />, children: shellPages.map(ownRoute) },
        ...boot.remotes.map(remoteRoutes),
        { path: '*', handle: notFoundPage, element: <NotFoundPage /> },
      ],
    },
  ];
}
