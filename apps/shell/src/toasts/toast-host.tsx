import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { ToastStore } from './toast-store.ts';

const ToastRegion = lazy(() => import('./toast-region.tsx'));

/** The notification region; its code is fetched for the first toast. */
export function ToastHost({ store }: { readonly store: ToastStore }) {
  const toast = useSyncExternalStore(store.subscribe, store.current, () => undefined);
  if (!toast) return null;
  return (
    <Suspense fallback={null}>
      <ToastRegion toast={toast} onClose={store.dismiss} />
    </Suspense>
  );
}
