import type { ReactNode } from 'react';
import type { PageInfo } from '../page-info.ts';
import { Backdrop } from './backdrop.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { OverrideBadge } from './override-badge.tsx';
import { usePageArrival } from './use-page-arrival.ts';
import styles from './layout.module.css';

/** Header, page and footer; stays mounted when the page changes. */
export function Layout({ page, children }: { readonly page: PageInfo; readonly children: ReactNode }) {
  const announcement = usePageArrival(page);
  const fullBleed = page.layout === 'full-bleed';
  // Embedded in another site's page, which has its own header.
  if (page.layout === 'bare') {
    return (
      <main id="main" className={styles.bare} tabIndex={-1}>
        {children}
      </main>
    );
  }
  const links = page.headerLinks === 'white' ? styles.whiteLinks : styles.blackLinks;
  const look = fullBleed ? styles.fullBleed : `stack gap-0 ${styles.site}`;
  return (
    <div className={`${look} ${links}`}>
      <a className={`screen-only ${styles.skip}`} href="#main">
        Skip to content
      </a>
      {!fullBleed && <Backdrop page={page} />}
      <Header page={page} />
      <main id="main" className={page.layout === 'home' ? `stack gap-0 ${styles.main}` : styles.main} tabIndex={-1}>
        {children}
      </main>
      <Footer page={page} />
      <OverrideBadge />
      <p className="visually-hidden" role="status" aria-live="polite">
        {announcement}
      </p>
    </div>
  );
}
