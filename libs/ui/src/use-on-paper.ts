import { useSyncExternalStore } from 'react';

let isPrinting = false;

function onPrint(notify: () => void): () => void {
  const note = ({ type }: Event) => {
    isPrinting = type === 'beforeprint';
    notify();
  };
  window.addEventListener('beforeprint', note);
  window.addEventListener('afterprint', note);
  return () => {
    window.removeEventListener('beforeprint', note);
    window.removeEventListener('afterprint', note);
    // `afterprint` is no longer received.
    isPrinting = false;
  };
}

/** True while the page is being printed: a list that renders only what is in view then renders everything. */
export function useOnPaper(): boolean {
  // A store is read synchronously, before the pages are laid out; state would update too late.
  return useSyncExternalStore(onPrint, () => isPrinting);
}
