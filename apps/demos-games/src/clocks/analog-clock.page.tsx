import { useState } from 'react';
import { useMotionPaused } from '@site/host';
import { Fold, plate } from '@site/ui';
import { useRequestedZone, ZoneLine } from './requested-zone.tsx';
import { ClockControls } from './clock-controls.tsx';
import { ClockFace } from './clock-face.tsx';
import { clockName, useClock } from './use-clock.ts';
import { useStayAwake } from './use-stay-awake.ts';
import panels from './clock-panel.module.css';
import stages from './clock-stage.module.css';
import styles from './analog-clock.module.css';

export function Component() {
  const paused = useMotionPaused();
  const [sweep, setSweep] = useState(false);
  const requested = useRequestedZone();
  useStayAwake();
  const { faceRef, timeRef, minute } = useClock({ paused, sweep, zone: requested.zone });
  return (
    <div className={`${stages.stage} ${styles.page}`}>
      <div className={`stack gap-5 ${styles.first}`}>
        <ClockFace faceRef={faceRef} name={clockName('Analog clock', minute, paused)} />
        <div className={plate('solid', `stack gap-2 centered ${panels.panel}`)}>
          <time ref={timeRef} className={`digits ${panels.digits}`} />
          <ZoneLine requested={requested} clocks="the clock shows" />
        </div>
      </div>
      <div className={plate('solid', `screen-only stack gap-2 centered ${panels.panel}`)}>
        <p className={`soft ${panels.line}`} role="status">
          {paused ? 'Paused: the clock stands still at the moment shown.' : ''}
        </p>
        <ClockControls sweep={sweep} onSweep={setSweep} zone={requested.zone} />
      </div>
      <Fold title="How it works" look="plate">
        <p>
          The second hand moves 6 degrees a second, the minute hand 6 degrees a minute and a tenth of a degree a second, the hour
          hand 30 degrees an hour and half a degree a minute. Each tick waits for this device’s clock to reach the next second
          instead of counting off 1,000 milliseconds, so that the hands never drift and are right again once the device wakes.
          Hands only ever turn forward. A zone in the address, such as <code>?tz=Asia/Kolkata</code>, sets the clock to another
          place&rsquo;s time.
        </p>
      </Fold>
    </div>
  );
}
