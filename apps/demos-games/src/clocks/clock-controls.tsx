import type { RefObject } from 'react';
import { FullScreenButton } from '../full-screen-button.tsx';
import styles from './clock-controls.module.css';

interface ClockControlsProps {
  readonly sweep: boolean;
  readonly onSweep: (sweep: boolean) => void;
  /** What the whole screen shows. */
  readonly stage: RefObject<HTMLElement | null>;
}

export function ClockControls({ sweep, onSweep, stage }: ClockControlsProps) {
  return (
    <div className={styles.controls}>
      <label className={styles.option}>
        <input className={styles.box} type="checkbox" checked={sweep} onChange={(event) => onSweep(event.target.checked)} />
        Sweeping second hand
      </label>
      <FullScreenButton target={stage} />
    </div>
  );
}
