import { useState, type ComponentType } from 'react';
import { useMotionPaused } from '@site/host';
import { ButtonLink, plate } from '@site/ui';
import { useRequestedZone, ZoneLine } from './requested-zone.tsx';
import { ClockControls } from './clock-controls.tsx';
import { useClock, type ClockOptions } from './use-clock.ts';
import { useStayAwake } from './use-stay-awake.ts';
import panels from './clock-panel.module.css';
import styles from './lone-clock.module.css';

export interface ShownClock {
  readonly id: string;
  readonly label: string;
  readonly note: string;
  /** A zone that the clock keeps, whatever the address requests. */
  readonly zone?: string;
  readonly Clock: ComponentType<ClockOptions>;
}

/** One clock that fills the window and keeps the screen on, like a desk clock. */
export function LoneClock({ shown, allClocksAddress }: { readonly shown: ShownClock; readonly allClocksAddress: string }) {
  const { label, Clock } = shown;
  const paused = useMotionPaused();
  const [sweep, setSweep] = useState(false);
  const inAddress = useRequestedZone();
  const requested = shown.zone === undefined ? inAddress : { zone: shown.zone, refused: undefined };
  const { zone } = requested;
  useStayAwake(true);
  const { timeRef } = useClock({ paused, sweep, zone });
  return (
    <div className={`stack gap-4 ${styles.page}`}>
      <div className={styles.clock}>
        <Clock paused={paused} sweep={sweep} zone={zone} />
      </div>
      <div className={plate('solid', `stack gap-2 centered ${panels.panel}`)}>
        <h2>{label}</h2>
        <time ref={timeRef} className={`digits ${panels.digits}`} />
        <ZoneLine requested={requested} clocks="the clock shows" quiet />
        <p className={`soft ${panels.line}`} role="status">
          {paused ? 'Paused: the clock stands still at the moment shown.' : ''}
        </p>
        <ClockControls sweep={sweep} onSweep={setSweep} zone={zone} />
        <ButtonLink look="quiet" className="screen-only" to={allClocksAddress}>
          All clocks
        </ButtonLink>
      </div>
    </div>
  );
}
