import type { ReactNode } from 'react';
import { plate } from '@site/ui';
import styles from './controls.module.css';

/** The filters of a page, on one plate. */
export function Controls({ children }: { readonly children: ReactNode }) {
  return (
    <section className={plate('glass', styles.controls)} aria-label="Filters">
      {children}
    </section>
  );
}
