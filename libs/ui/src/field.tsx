import { useId, type ComponentProps } from 'react';
import styles from './field.module.css';

type FieldProps = Omit<ComponentProps<'input'>, 'id' | 'className'> & { readonly label: string };

export function Field({ label, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className={`stack gap-1 ${styles.field}`}>
      <label className="small strong" htmlFor={id}>
        {label}
      </label>
      <input id={id} className={styles.input} type="text" {...input} />
    </div>
  );
}

type ChoiceProps = Omit<ComponentProps<'select'>, 'id' | 'className'> & {
  readonly label: string;
  /** Position of the label. */
  readonly labelPosition?: 'above' | 'beside';
};

export function Choice({ label, labelPosition = 'above', children, ...select }: ChoiceProps) {
  const id = useId();
  return (
    <div className={labelPosition === 'above' ? `stack gap-1 ${styles.field}` : `row ${styles.field}`}>
      <label className="small strong" htmlFor={id}>
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
