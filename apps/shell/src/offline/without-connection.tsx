import { useEffect, useState } from 'react';
import { button } from '@site/ui';

/**
 * True if the browser had no network when something failed to load.
 *
 * @param isLoading false: something else failed
 * @param onOnline called once there is a network again
 */
export function useWithoutConnection(isLoading: boolean, onOnline: () => void): boolean {
  // That there is none is certain; that there is one may only mean a network without the internet.
  const [isOffline] = useState(() => isLoading && !navigator.onLine);
  useEffect(() => {
    if (!isOffline) return undefined;
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [isOffline, onOnline]);
  return isOffline;
}

/** Shown in place of a page that cannot load without a connection. */
export function WithoutConnection() {
  return (
    <>
      <p>It will open by itself once you are back online.</p>
      {/* A document from the service worker: the code of that page may not be here. */}
      {navigator.serviceWorker?.controller && (
        <a className={button('quiet')} href={`/offline?from=${encodeURIComponent(window.location.pathname)}`}>
          What works offline
        </a>
      )}
    </>
  );
}
