import type { ToastMessage } from '@site/host';

export interface Toast extends ToastMessage {
  readonly id: number;
  readonly open: boolean;
}

/** The specification says that a toast can be added, updated, dismissed, and removed after a delay. */
export interface ToastStore {
  /** Shows a toast, replacing the current one. */
  add(message: ToastMessage): number;
  update(id: number, message: Partial<ToastMessage>): void;
  /** Hides the toast; the object is removed after a delay, so that its exit can be animated. */
  dismiss(id: number): void;
  current(): Toast | undefined;
  subscribe(onChange: () => void): () => void;
}

/** How long a toast is shown. */
export const TOAST_SHOWN_MILLISECONDS = 5_000;
export const TOAST_REMOVE_DELAY_MILLISECONDS = 1_000_000;

type Timers = Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'>;

/** One toast at a time. */
export function createToastStore({ setTimeout, clearTimeout }: Timers): ToastStore {
  const listeners = new Set<() => void>();
  let toast: Toast | undefined;
  let lastId = 0;
  let removal: ReturnType<typeof setTimeout> | undefined;

  const set = (next: Toast | undefined) => {
    toast = next;
    for (const listener of listeners) listener();
  };
  return {
    add(message) {
      clearTimeout(removal);
      lastId += 1;
      set({ ...message, id: lastId, open: true });
      return lastId;
    },
    update(id, message) {
      if (toast?.id === id) set({ ...toast, ...message });
    },
    dismiss(id) {
      if (toast?.id !== id || !toast.open) return;
      set({ ...toast, open: false });
      removal = setTimeout(() => set(undefined), TOAST_REMOVE_DELAY_MILLISECONDS);
    },
    current: () => toast,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
