import { useEffect, useRef, useState, type FocusEvent } from 'react';

const TIP_DELAY_MILLISECONDS = 700;
/** Within this time after another tip closed, the next one opens at once. */
const TIP_SKIP_DELAY_MILLISECONDS = 300;

let lastClosedAt = Number.NEGATIVE_INFINITY;

/** When a tip opens and closes: a resting pointer, or the keyboard focus. */
export function useTipTiming() {
  const [anchor, setAnchor] = useState<DOMRect>();
  const timer = useRef<number>(undefined);
  const cancel = () => window.clearTimeout(timer.current);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  function open(element: HTMLElement, delay: number) {
    cancel();
    timer.current = window.setTimeout(() => setAnchor(element.getBoundingClientRect()), delay);
  }
  function close() {
    cancel();
    if (anchor) lastClosedAt = performance.now();
    setAnchor(undefined);
  }
  const handlers = {
    onPointerEnter: (event: { readonly pointerType: string; readonly currentTarget: HTMLElement }) => {
      if (event.pointerType === 'touch') return;
      const isMovingOn = performance.now() - lastClosedAt < TIP_SKIP_DELAY_MILLISECONDS;
      open(event.currentTarget, isMovingOn ? 0 : TIP_DELAY_MILLISECONDS);
    },
    onPointerLeave: close,
    onPointerDown: close,
    onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) => {
      if (currentTarget.matches(':focus-visible')) open(currentTarget, 0);
    },
    onBlur: close,
  };
  return { anchor, close, handlers };
}
