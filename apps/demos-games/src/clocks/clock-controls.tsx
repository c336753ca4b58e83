import { FullScreenButton, Switch } from '@site/ui';
import { TellTime } from './tell-time.tsx';
import styles from './clock-panel.module.css';

interface ClockControlsProps {
  readonly sweep: boolean;
  readonly onSweep: (sweep: boolean) => void;
  readonly zone: string | undefined;
}

export function ClockControls({ sweep, onSweep, zone }: ClockControlsProps) {
  return (
    <div className={`screen-only row ${styles.controls}`}>
      <Switch isOn={sweep} onChange={onSweep}>
        Sweeping second hand
      </Switch>
      <TellTime zone={zone} />
      <FullScreenButton />
    </div>
  );
}
