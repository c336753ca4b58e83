import type { ReactNode } from 'react';
import { plate } from '@site/ui';
import styles from './controls.module.css';

interface ControlsProps {
  readonly className?: string;
  readonly children: ReactNode;
}

/** All filters of a page on one plate; on paper, `ChosenFilters` says what they are set to. */
export function Controls({ className = '', children }: ControlsProps) {
  return (
    <section className={plate('glass', `screen-only columns padded ${styles.controls} ${className}`)} aria-label="Filters">
      {children}
    </section>
  );
}
