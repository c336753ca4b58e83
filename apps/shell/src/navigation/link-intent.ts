import type { SitePages } from '../pages/site-pages.tsx';

/** `connection` is not in every browser, and not in TypeScript's DOM types. */
interface SavingNavigator extends Pick<Navigator, 'userAgent'> {
  readonly connection?: { readonly saveData?: boolean };
}

/** Warms a page when the visitor points at, focuses or touches a link to it; never while the browser's data saver is on. */
export function watchLinkIntent(document: Document, pages: SitePages, navigator: SavingNavigator): () => void {
  function onIntent({ target }: Event) {
    if (navigator.connection?.saveData || !(target instanceof Element)) return;
    const link = target.closest<HTMLAnchorElement>('a[href]');
    if (link && link.origin === document.location.origin) pages.at(link.pathname).prefetch();
  }
  const events = ['pointerover', 'focusin', 'touchstart'];
  for (const event of events) document.addEventListener(event, onIntent, { passive: true });
  return () => {
    for (const event of events) document.removeEventListener(event, onIntent);
  };
}
