import { FullScreenButton, Switch } from '@site/ui';
import styles from './clock-panel.module.css';

interface ClockControlsProps {
  readonly sweep: boolean;
  readonly onSweep: (sweep: boolean) => void;
}

export function ClockControls({ sweep, onSweep }: ClockControlsProps) {
  return (
    <div className={`row ${styles.controls}`}>
      <Switch isOn={sweep} onChange={onSweep}>
        Sweeping second hand
      </Switch>
      <FullScreenButton />
    </div>
  );
}
