import type { ReactNode } from 'react';
import { bringIntoView, onEscape } from './take-focus.ts';
import styles from './kaleidoscope-gallery.module.css';

interface ActionPanelProps {
  readonly label: string;
  /** Called when Escape is pressed inside the panel. */
  readonly onDismiss: () => void;
  readonly children: ReactNode;
}

/** A panel that a button opens below the picture. A slideshow waits until it is closed. */
export function ActionPanel({ label, onDismiss, children }: ActionPanelProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape works wherever the focus is in it
    <div
      ref={bringIntoView}
      className={`stack gap-2 ${styles.report}`}
      role="group"
      aria-label={label}
      onKeyDown={onEscape(onDismiss)}
    >
      {children}
    </div>
  );
}
