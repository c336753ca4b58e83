import { useEffect, useState, useSyncExternalStore } from 'react';
import { button, plate } from '@site/ui';
import { PageFrame } from '../layout/page-frame.tsx';
import { readState } from '../offline/offline-storage.ts';
import { whenSiteResponds } from '../offline/when-site-responds.ts';
import { useServices } from '../services.ts';
import styles from './prose.module.css';

/** Address of the page that the visitor requested; undefined if there is none, or it is not on this site. */
function wantedPage({ origin, pathname, search }: Location): string | undefined {
  const from = new URLSearchParams(search).get('from');
  if (!from) return undefined;
  try {
    // Only the parser knows where an address leads: it drops tabs and line breaks, and reads a backslash as a slash.
    const page = new URL(from, origin);
    return page.origin === origin && page.pathname !== pathname ? page.href : undefined;
  } catch {
    return undefined;
  }
}

/** What this browser has kept, and which page was requested; undefined until it is known. */
function useKept() {
  const [found, setFound] = useState<{ readonly paths: readonly string[]; readonly from: string | undefined }>();
  useEffect(() => {
    const from = wantedPage(window.location);
    const show = (paths: readonly string[]) => setFound({ paths, from });
    if ('caches' in window) void readState(window.caches).then(({ kept }) => show(kept?.pages ?? []));
    else show([]);
    return from === undefined ? undefined : whenSiteResponds(() => window.location.replace(from));
  }, []);
  return found;
}

function onNetworkChange(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** The browser has a network, so it is the site that does not respond. */
const useHasNetwork = () =>
  useSyncExternalStore(
    onNetworkChange,
    () => navigator.onLine,
    () => false,
  );

/** Shown at any address that was not kept. Its links load a document: with the network back, the server has the last word. */
export function OfflinePage() {
  const found = useKept();
  const hasNetwork = useHasNetwork();
  const { remotes } = useServices();
  const routes = remotes.flatMap((remote) => remote.routes.filter(({ offline }) => offline));
  const kept = routes.filter(({ path }) => found?.paths.includes(path));
  return (
    <PageFrame heading="Offline" lede="Exhibits saved in this browser work without a connection.">
      <div className={plate('glass', styles.prose)}>
        {found?.from !== undefined && (
          <>
            <p>
              {hasNetwork
                ? 'The site is not responding. The page will open by itself once it does.'
                : 'This page needs a connection. It will open by itself once you are back online.'}
            </p>
            <p>
              <a className={button()} href={found.from}>
                Try again
              </a>
            </p>
          </>
        )}
        <h2>{kept.length > 0 ? 'Ready to open' : 'Exhibits that work offline'}</h2>
        <ul>
          {(kept.length > 0 ? kept : routes).map(({ path, title }) => (
            <li key={path}>
              <a href={path}>{title}</a>
            </li>
          ))}
        </ul>
        <p>Each is saved in this browser the first time you open it online.</p>
      </div>
    </PageFrame>
  );
}
