import type { BootData } from '@site/contracts';
import type { RemoteLoader } from './page-load.ts';

/** `connection` is not in every browser, and not in TypeScript's DOM types. */
interface SavingNavigator extends Pick<Navigator, 'userAgent'> {
  readonly connection?: { readonly saveData?: boolean };
}

/** Warms a remote's page when the visitor points at, focuses or touches a link to it; never while saving data. */
export function watchLinkIntent(
  document: Document,
  boot: BootData,
  loader: RemoteLoader,
  navigator: SavingNavigator,
): () => void {
  const targets = new Map(
    boot.remotes.flatMap((remote) => remote.routes.map((route) => [route.path, { remote, route }] as const)),
  );

  function onIntent({ target }: Event) {
    if (navigator.connection?.saveData || !(target instanceof Element)) return;
    const link = target.closest<HTMLAnchorElement>('a[href]');
    if (!link || link.origin !== document.location.origin) return;
    const found = targets.get(link.pathname);
    if (found && !found.route.beingBuilt) loader.prefetch(found.remote, found.route);
  }
  const events = ['pointerover', 'focusin', 'touchstart'];
  for (const event of events) document.addEventListener(event, onIntent, { passive: true });
  return () => {
    for (const event of events) document.removeEventListener(event, onIntent);
  };
}
