import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './controls.module.css';

/** The filters of a page, on one plate. */
export function Controls({ children }: { readonly children: ReactNode }) {
  return (
    <section className={styles.controls} aria-label="Filters">
      {children}
    </section>
  );
}

export function Field({ label, ...input }: ComponentProps<'input'> & { readonly label: string }) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input id={id} className={styles.input} type="text" {...input} />
    </div>
  );
}

export function Choice({ label, children, ...select }: ComponentProps<'select'> & { readonly label: string }) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.choice}>
        <select id={id} className={styles.input} {...select}>
          {children}
        </select>
      </div>
    </div>
  );
}
