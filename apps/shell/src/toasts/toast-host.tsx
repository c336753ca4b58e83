import { lazy, Suspense, useEffect, useSyncExternalStore, type ComponentType } from 'react';
import { plate } from '@site/ui';
import type { ToastRegionProps } from './toast-region.tsx';
import { TOAST_SHOWN_MILLISECONDS, type ToastStore } from './toast-store.ts';
import styles from './toast-host.module.css';

/** Shown instead of the region if its code does not load. */
function PlainToast({ toast: { id, open, title, description }, onClose }: ToastRegionProps) {
  useEffect(() => {
    const timer = setTimeout(() => onClose(id), TOAST_SHOWN_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [id, onClose]);
  if (!open) return null;
  return (
    <p className={plate('solid', styles.plain)} role="alert">
      {description ? `${title}. ${description}` : title}
    </p>
  );
}

const ToastRegion = lazy<ComponentType<ToastRegionProps>>(() =>
  import('./toast-region.tsx').catch(() => ({ default: PlainToast })),
);

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
