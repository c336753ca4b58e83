import { useEffect, useState } from 'react';
import { button } from '@site/ui';

/** True if the browser had no network when this failed. @param onOnline called once it has one again */
export function useWithoutConnection(onOnline: () => void): boolean {
  // `false` is certain; `true` may only mean a network without the internet.
  const [isOffline] = useState(() => !navigator.onLine);
  useEffect(() => {
    if (!isOffline) return undefined;
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [isOffline, onOnline]);
  return isOffline;
}

/** What a page says that cannot load without a connection. */
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
