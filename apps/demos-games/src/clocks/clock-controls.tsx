import type { RefObject } from 'react';
import { FullScreenButton, Switch } from '@site/ui';
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
      <Switch isOn={sweep} onChange={onSweep}>
        Sweeping second hand
      </Switch>
      <FullScreenButton target={stage} />
    </div>
  );
}
