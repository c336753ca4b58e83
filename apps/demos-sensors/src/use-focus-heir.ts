import { useCallback, type RefCallback, type RefObject } from 'react';

/**
 * For a control that disappears once it has done its work: if it has the focus at that moment, `heir` gets it. Otherwise the next
 * Tab would start at the top of the page.
 * @returns the control's ref
 */
export function useFocusHeir(heir: RefObject<HTMLElement | null>): RefCallback<HTMLElement> {
  return useCallback(
    (control) => () => {
      if (control?.contains(document.activeElement)) heir.current?.focus({ preventScroll: true });
    },
    [heir],
  );
}
