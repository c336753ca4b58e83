import type { ReactNode } from 'react';
import { plate } from '@site/ui';
import styles from './controls.module.css';

/** All filters of a page on one plate. */
export function Controls({ children }: { readonly children: ReactNode }) {
  return (
    <section className={plate('glass', `columns padded ${styles.controls}`)} aria-label="Filters">
      {children}
    </section>
  );
}
