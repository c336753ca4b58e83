import { Suspense } from 'react';
import { useLocation } from '@site/router';
import { Layout } from './layout/layout.tsx';
import { PageErrorBoundary } from './pages/page-error-boundary.tsx';
import type { SitePages } from './pages/site-pages.tsx';

/** The page of the current address in its layout. */
export function SiteView({ pages }: { readonly pages: SitePages }) {
  const { pathname } = useLocation();
  const { info, element } = pages.at(pathname);
  return (
    <PageErrorBoundary alone>
      <Layout page={info}>
        <Suspense fallback={null}>
          {/* Another page gets a boundary of its own: the error stays with the page that threw. */}
          <PageErrorBoundary key={info.shownBy ?? pathname}>{element}</PageErrorBoundary>
        </Suspense>
      </Layout>
    </PageErrorBoundary>
  );
}
