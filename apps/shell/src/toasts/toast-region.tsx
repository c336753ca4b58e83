import * as RadixToast from '@radix-ui/react-toast';
import { plate } from '@site/ui';
import { Icon } from '../icon.tsx';
import { TOAST_SHOWN_MILLISECONDS, type Toast } from './toast-store.ts';
import styles from './toast-region.module.css';

export interface ToastRegionProps {
  readonly toast: Toast;
  readonly onClose: (id: number) => void;
}

/** Default export, because it is loaded lazily. */
export default function ToastRegion({ toast, onClose }: ToastRegionProps) {
  return (
    <RadixToast.Provider duration={TOAST_SHOWN_MILLISECONDS} swipeDirection="right" swipeThreshold={50} label="Notification">
      <RadixToast.Root
        key={toast.id}
        className={plate('solid', styles.toast)}
        open={toast.open}
        onOpenChange={(open) => !open && onClose(toast.id)}
      >
        <RadixToast.Title className="strong">{toast.title}</RadixToast.Title>
        {toast.description && (
          <RadixToast.Description className={`soft ${styles.description}`}>{toast.description}</RadixToast.Description>
        )}
        <RadixToast.Close className={styles.close} aria-label="Dismiss">
          <Icon shape="close" size={18} />
        </RadixToast.Close>
      </RadixToast.Root>
      <RadixToast.Viewport className={`bare-list ${styles.viewport}`} hotkey={['F8']} label="Notifications ({hotkey})" />
    </RadixToast.Provider>
  );
}
