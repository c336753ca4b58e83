import { FullScreenButton, Switch } from '@site/ui';
import styles from './clock-controls.module.css';

interface ClockControlsProps {
  readonly sweep: boolean;
  readonly onSweep: (sweep: boolean) => void;
}

export function ClockControls({ sweep, onSweep }: ClockControlsProps) {
  return (
    <div className={styles.controls}>
      <Switch isOn={sweep} onChange={onSweep}>
        Sweeping second hand
      </Switch>
      <FullScreenButton />
    </div>
  );
}
