import { useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import styles from './tip-bubble.module.css';

export interface TipBubbleProps {
  /** For the button's `aria-describedby`. */
  readonly id: string;
  readonly anchor: DOMRect;
  readonly text: string;
  readonly onClose: () => void;
}

/** Px between the button and its tip, and between the tip and the edge of the window. */
const GAP = 8;
const EDGE = 12;

/** Above the button, or below it if there is no room above. */
function place(bubble: HTMLElement, anchor: DOMRect) {
  const { offsetWidth, offsetHeight } = bubble;
  const above = anchor.top - GAP - offsetHeight;
  const centered = anchor.left + (anchor.width - offsetWidth) / 2;
  const left = Math.max(EDGE, Math.min(centered, document.documentElement.clientWidth - EDGE - offsetWidth));
  bubble.style.left = `${left}px`;
  bubble.style.top = `${above < EDGE ? anchor.bottom + GAP : above}px`;
}

/** Default export, because it is loaded lazily. */
export default function TipBubble({ id, anchor, text, onClose }: TipBubbleProps) {
  const bubble = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (bubble.current) place(bubble.current, anchor);
  }, [anchor]);

  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onClose();
    };
    // The button scrolls away from it.
    document.addEventListener('scroll', onClose, { capture: true, passive: true });
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('scroll', onClose, { capture: true });
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [onClose]);

  return createPortal(
    <div ref={bubble} id={id} role="tooltip" className={styles.tip}>
      {text}
    </div>,
    document.body,
  );
}
