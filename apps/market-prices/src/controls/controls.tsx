import type { ReactNode } from 'react';
import styles from './controls.module.css';

/** The filters of a page, on one plate. */
export function Controls({ children }: { readonly children: ReactNode }) {
  return (
    <section className={styles.controls} aria-label="Filters">
      {children}
    </section>
  );
}
