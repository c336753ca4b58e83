import styles from './switch.module.css';

interface SwitchProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  /** Id of the element that tells more. */
  readonly describedBy?: string;
  /** What is switched on and off. */
  readonly children: string;
}

export function Switch({ isOn, onChange, describedBy, children }: SwitchProps) {
  return (
    <label className={styles.label}>
      <input
        type="checkbox"
        role="switch"
        className={styles.switch}
        checked={isOn}
        aria-checked={isOn}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  );
}
