import type { ComponentProps } from 'react';
import styles from './switch.module.css';

type Given = 'id' | 'className' | 'type' | 'role' | 'checked' | 'onChange' | 'children';

interface SwitchProps extends Omit<ComponentProps<'input'>, Given> {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  /** What the switch controls. */
  readonly children: string;
}

export function Switch({ isOn, onChange, children, ...rest }: SwitchProps) {
  return (
    <label className={`touch ${styles.label}`}>
      <input
        type="checkbox"
        role="switch"
        className={styles.switch}
        checked={isOn}
        aria-checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        {...rest}
      />
      {children}
    </label>
  );
}
